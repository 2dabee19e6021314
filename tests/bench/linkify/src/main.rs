//! Print the URLs that linkify finds in a file, one per line.
//!
//!     bench_linkify FILE

use linkify::{LinkFinder, LinkKind};
use std::io::{BufWriter, Write};

fn main() -> std::io::Result<()> {
    let path = std::env::args_os().nth(1).expect("a file");
    let bytes = std::fs::read(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut finder = LinkFinder::new();
    let mut out = BufWriter::with_capacity(1 << 20, std::io::stdout().lock());

    finder.kinds(&[LinkKind::Url]);
    for link in finder.links(&text) {
        writeln!(out, "{}", link.as_str())?;
    }
    out.flush()
}
