#!/bin/sh
# unwrap.sh - what URLs lead to: --unwrap, --wrappers (others, and --defang: messages.tsv)
#
#	t WHAT STATUS OUTPUT ARGUMENT...	standard input is that of the test
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc

safelink='https://nam11.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttp%253A%252F%252Fh.example%253A8080%252Fa%253Futm_source%253Dx&data=1'
google='https://www.google.com/url?q=http%3A%2F%2Fh.example%3A8080%2Fa%3Futm_source%3Dx'
target='http://h.example:8080/a?utm_source=x'
printf '%s\n' "see $safelink" >wrapped

# ---- --unwrap ----------------------------------------------------------------

e '--unwrap: no such class' 2 '' 'urlgrep: --unwrap=gateways: expected gateway, redirect, tracker, amp, archive, short or all' \
	--unwrap=gateways wrapped
for threads in 1 2; do
	t "--unwrap -u -j$threads: each target once" 0 "$target" \
		-h -r -u --unwrap -j$threads wrapped wrapped
done

# ---- --check -----------------------------------------------------------------

t '--check --unwrap: the steps' 0 "$google
  valid in current: scheme=https host=www.google.com path=/url query=q=http%3A%2F%2Fh.example%3A8080%2Fa%3Futm_source%3Dx
  target_warnings: port-nondefault
  unwrap_status: target
  unwrap_via: google
  unwrap_steps: $target
  clean: http://h.example:8080/a
  removed: utm_source
  warnings: redirect" \
	--check --unwrap --strip-tracking "$google"

# ---- --wrappers --------------------------------------------------------------

printf '# mine\n\nown\tgateway\tgate.example\t/go\tq:to\tpct\t-\t-\n' >rows
gate='https://gate.example/go?to=https%3A%2F%2Fh.example%2F'
printf 'see https://gate.example/go?to=http%%3A%%2F%%2Fh.example%%2F\n' >gate
cat >gate.html <<'END'
<html><a href="https://gate.example/go?to=https%3A%2F%2Fh.example%2F">https://h.example/</a></html>
END
for threads in 1 2; do
	t "href-differs: an unknown service, -j$threads" 0 "$gate	href-differs
https://h.example/" --warn -j$threads gate.html
	lists "--wrappers: href-differs decodes a service of my own, -j$threads" "$gate https://h.example/" \
		--warn --wrappers=rows -j$threads gate.html
done
t '--wrappers -j2' 0 http://h.example/ --unwrap --wrappers=rows -j2 gate
printf '\nown\tgateway\tgate.example\t/go\tq:to\trot13\t-\t-\n' >wrong
e '--wrappers: a row that is wrong' 2 '' 'urlgrep: wrong: line 2: unknown codec' \
	--unwrap --wrappers=wrong gate
echo own >wrong
e '--wrappers: a row with too few fields' 2 '' 'urlgrep: wrong: line 1: expected 8 fields, separated by tabs: id, class, hosts, path, where, codec, end, hint' \
	--unwrap --wrappers=wrong gate
printf 'own\tgateway\tgate.example,{g}\t/go\tq:to\tpct\t-\t-\n' >wrong
e '--wrappers: a host that is none, before {g}' 2 '' 'urlgrep: wrong: line 1: not a list of hosts' --unwrap --wrappers=wrong gate
e '--wrappers: no such file' 2 '' 'urlgrep: missing: no such file or directory' \
	--unwrap --wrappers=missing gate

echo "1..$n"
exit $failed
