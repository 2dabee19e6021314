# summary.awk - show the first failed cases in the TAP output of tests, with their diagnostics, and
# count the cases: passed, failed, skipped, and known failures (TODO), the last two by reason

function reason(line, directive) {
	sub(".*# " directive "[: ]*", "", line)
	return line == "" ? "(no reason)" : line
}

/^1\.\.0/ { skipped++; skips[reason($0, "SKIP")]++; next }
/^(not )?ok .*# SKIP/ { skipped++; skips[reason($0, "SKIP")]++; next }
/^(not )?ok .*# TODO/ { todo++; todos[reason($0, "TODO")]++; next }
/^ok/ { passed++ }
/^not ok/ { notes = ++failed <= 20 ? 15 : 0 } # number of lines to show
notes > 0 && /^(not ok|#)/ { print; notes--; next }
{ notes = 0 }

END {
	for (why in skips)
		printf "%5d skipped: %s\n", skips[why], why | "sort"
	close("sort")
	for (why in todos)
		printf "%5d known to fail: %s\n", todos[why], why | "sort"
	close("sort")
	printf "%d passed, %d failed, %d skipped, %d known to fail\n",
		passed, failed, skipped, todo
}
