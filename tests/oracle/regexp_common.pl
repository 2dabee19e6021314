#!/usr/bin/perl
# What Regexp::Common::URI matches against what the library finds valid by
# rfc1738. They differ where the table says so, for the reason it gives; every
# row of the table is met, and no difference is without a row. TAP.
#
#	regexp_common.pl [COUNT]
use strict;
use warnings;

my $count = shift // 20000;
my $made = $ENV{MADE} // 'build/tests/oracle_made';

unless (eval { require Regexp::Common; Regexp::Common->import('URI'); 1 }) {
    print "1..0 # SKIP no Regexp::Common (install libregexp-common-perl)\n";
    exit;
}
no strict 'vars';
my %theirs = (
    http     => $RE{URI}{HTTP},
    ftp      => $RE{URI}{FTP}{ -type => '[AIDaid]' },
    file     => $RE{URI}{file},
    gopher   => $RE{URI}{gopher},
    news     => $RE{URI}{news},
    nntp     => $RE{URI}{NNTP},
    prospero => $RE{URI}{prospero},
    telnet   => $RE{URI}{telnet},
    wais     => $RE{URI}{WAIS},
);
use strict 'vars';
$_ = qr/\A(?:$_)\z/ for values %theirs;

# ---- what is known ---------------------------------------------------------
#
# schemes, what they do, what the URL looks like, why

my $host = qr{(?://(?:[^/\@]*\@)?|\@)};
my @known = (
    [ 'http', 'accept', qr{~}, 'RFC 2396: "~" is unreserved' ],
    [ 'http', 'accept', qr{\?.*[/?]}, 'RFC 2396: "/" and "?" in a search' ],
    [ 'http ftp telnet', 'accept', qr{//[^/]*:(?:/|$)}, 'RFC 2396: a port may be empty' ],
    [ 'http ftp', 'accept', qr{//[^/]*\.(?:[:/]|$)}, 'RFC 2396: a dot may end a host' ],
    [ 'ftp', 'accept', qr{~}, 'RFC 2396: "~" in user and path' ],
    [ 'ftp', 'accept', qr{//[^/\@]*:[^/\@]*:[^/\@]*\@}, 'RFC 2396: ":" within a password' ],
    [ '*', 'accept', qr{$host(?=[\d.]*(?:0*[1-9]\d{3}|0*[3-9]\d\d|0*2[6-9]\d|0*25[6-9]))[\d.]+(?![\w.-])},
        'groups of an address beyond 255' ],
    [ '*', 'accept', qr{:0*(?:[1-9]\d{5,}|[7-9]\d{4}|6[6-9]\d{3}|65[6-9]\d\d|655[4-9]\d|6553[6-9])(?:/|$)},
        'ports beyond 65535' ],
    [ '*', 'accept', qr{[A-Za-z0-9-]{64}}, 'labels of more than 63 characters' ],
    [ '*', 'accept', qr{[A-Za-z0-9.-]{254}}, 'names of more than 253 characters' ],
    [ 'ftp', 'reject', qr{\?}, 'ftp: "?" is missing from its classes' ],
    [ 'file', 'reject', qr{\?}, 'file: "?" is missing from its class' ],
    [ 'gopher', 'reject', qr{^gopher://[^/]*(?:/[^0-9+IgT].*|/%.*|/?)$},
        'gopher: it wants a slash and a type it knows' ],
    [ 'gopher', 'reject', qr{^gopher://[^/]*/.+?[;/?]},
        'gopher: no "/", ";", "?" behind the type' ],
    [ 'gopher', 'accept', qr{%0[AaDd]}, 'gopher: line ends in the selector' ],
);
my @met = (0) x @known;

sub reason {
    my ($scheme, $they, $url) = @_;
    for my $i (0 .. $#known) {
        my ($schemes, $do, $pattern) = @{ $known[$i] };
        next unless $do eq $they && $url =~ $pattern;
        next unless $schemes eq '*' || grep { $_ eq $scheme } split ' ', $schemes;
        $met[$i]++;
        return 1;
    }
    return 0;
}

# ---- comparing --------------------------------------------------------------
#
# Not compared: schemes in capitals and fragments, which their patterns have not.

my ($compared, $valid, $unexplained) = (0, 0, 0);
open my $urls, '-|', $made, $count or die "$made: $!\n";
while (my $line = <$urls>) {
    chomp $line;
    my ($verdict, $url) = split /\t/, $line, 2;
    next if $url =~ /#/ || $url !~ /^([a-z]+):/ || !$theirs{$1};
    my $scheme = $1;
    my $match = $url =~ $theirs{$scheme};
    $compared++;
    $valid++ if $verdict eq 'valid';
    next if $match == ($verdict eq 'valid');
    next if reason($scheme, $match ? 'accept' : 'reject', $url);
    $unexplained++ < 10 and print "# ", $match ? 'they accept' : 'they reject', " $url\n";
}
close $urls;

my $tests = 0;
sub ok { my ($good, $what) = @_; $tests++; print $good ? '' : 'not ', "ok $tests - $what\n"; return $good }

my $good = ok($unexplained == 0, "$compared URLs, $valid of them valid: as Regexp::Common::URI says, but for:");
for my $i (0 .. $#known) {
    $good &= ok($met[$i] > 0, "$known[$i][3] ($met[$i]: they $known[$i][1])");
}
print "1..$tests\n";
exit !$good;
