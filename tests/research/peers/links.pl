#!/usr/bin/perl
# links.pl - what Perl modules find in the lines of standard input
#
# usage: links.pl NAME <lines.jsonl    (NAME: URI::Find::Schemeless or Email::Find)
#
# Each line is a JSON object with a text. For each, prints a JSON list of [kind, text].
use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->utf8;

sub names {
    my ($text) = @_;
    my @found;
    require URI::Find::Schemeless;
    my $finder = URI::Find::Schemeless->new(sub {
        my ($uri, $written) = @_;
        push @found, ['name', $written] unless $written =~ /^<?[a-z][a-z0-9+.-]*:/i;
        return $written;
    });
    $finder->find(\$text);
    return \@found;
}

sub addresses {
    my ($text) = @_;
    my @found;
    require Email::Find;
    my $finder = Email::Find->new(sub {
        my ($email, $written) = @_;
        push @found, ['address', $written];
        return $written;
    });
    $finder->find(\$text);
    return \@found;
}

my $find = $ARGV[0] eq 'Email::Find' ? \&addresses : \&names;
while (my $line = <STDIN>) {
    print $json->encode($find->($json->decode($line)->{text})), "\n";
}
