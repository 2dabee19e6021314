# columns.awk - print the columns of the functions for PostgreSQL, from the table of fields
BEGIN {
	FS = "\t"
	type["number"] = "bigint"
	type["bool"] = "boolean"
	type["time"] = "timestamp with time zone"
	type["words"] = type["texts"] = type["readings"] = "text[]"
}

!/^#/ && (" " $4 " ") ~ / sql / {
	printf "%s\"%s\" %s", count++ ? ", " : "", $1, $3 in type ? type[$3] : "text"
}
