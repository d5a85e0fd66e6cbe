//! Looks at the first bytes of a file to recognize files that are not plain text, and explains what the user can do
//! with such files.

use crate::cli::command_error::{Result, failure};

/// The kinds of text that plywood reads.
pub(in crate::cli) const READS: &str = "plywood reads text: a tree, a FEN, a game (PGN), a lesson or a trace";

/// What to do with a file that plywood cannot read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Remedy {
    /// Decompress it with this program.
    Decompress(&'static str),
    Extract,
    SaveAsText,
    Type,
    Export,
    Other,
}

/// A kind of file: the offset of the bytes that identify it, these bytes, its name, and what to do with such a file.
type FileKind = (usize, &'static [u8], &'static str, Remedy);

const KINDS: &[FileKind] = &[
    (0, b"\x28\xb5\x2f\xfd", "zstd", Remedy::Decompress("zstd -d")),
    (1, b"\x2a\x4d\x18", "zstd", Remedy::Decompress("zstd -d")),
    (0, b"\xfd7zXZ\0", "xz", Remedy::Decompress("xz -d")),
    (0, b"\x5d\0\0", "lzma", Remedy::Decompress("xz -d")),
    (0, b"BZh", "bzip2", Remedy::Decompress("bzip2 -d")),
    (0, b"\x04\x22\x4d\x18", "lz4", Remedy::Decompress("lz4 -d")),
    (0, b"\x02\x21\x4c\x18", "lz4", Remedy::Decompress("lz4 -d")),
    (0, b"LZIP", "lzip", Remedy::Decompress("lzip -d")),
    (0, b"\x89LZO\0", "lzop", Remedy::Decompress("lzop -d")),
    (0, b"\x1f\x9d", "compress", Remedy::Decompress("gzip -d")),
    (0, b"\x1f\xa0", "compress", Remedy::Decompress("gzip -d")),
    (0, b"\xff\x06\0\0sNaPpY", "snappy", Remedy::Decompress("snzip -d")),
    (0, b"\x78\x01", "zlib", Remedy::Decompress("pigz -d")),
    (0, b"\x78\x5e", "zlib", Remedy::Decompress("pigz -d")),
    (0, b"\x78\x9c", "zlib", Remedy::Decompress("pigz -d")),
    (0, b"\x78\xda", "zlib", Remedy::Decompress("pigz -d")),
    (0, b"7z\xbc\xaf\x27\x1c", "an archive (7z)", Remedy::Extract),
    (0, b"Rar!\x1a\x07", "an archive (rar)", Remedy::Extract),
    (257, b"ustar", "an archive (tar)", Remedy::Extract),
    (0, b"!<arch>\n", "an archive (ar)", Remedy::Extract),
    (0, b"PK\x03\x04", "an archive (zip)", Remedy::Extract),
    (0, b"PK\x05\x06", "an empty archive (zip)", Remedy::Other),
    (0, b"%PDF", "a PDF", Remedy::SaveAsText),
    (0, b"{\\rtf", "a document (RTF)", Remedy::SaveAsText),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Office document (doc, xls or ppt)", Remedy::SaveAsText),
    (0, b"%!PS", "a page for a printer (PostScript)", Remedy::SaveAsText),
    (0, b"\x89PNG", "a picture (PNG)", Remedy::Type),
    (0, b"\xff\xd8\xff", "a picture (JPEG)", Remedy::Type),
    (0, b"GIF8", "a picture (GIF)", Remedy::Type),
    (8, b"WEBP", "a picture (WebP)", Remedy::Type),
    (0, b"II*\0", "a picture (TIFF)", Remedy::Type),
    (0, b"MM\0*", "a picture (TIFF)", Remedy::Type),
    (0, b"BM", "a picture (BMP)", Remedy::Type),
    (0, b"8BPS", "a picture (Photoshop)", Remedy::Type),
    (0, b"\0\0\x01\0", "a picture (icon)", Remedy::Type),
    (4, b"ftypheic", "a picture (HEIC)", Remedy::Type),
    (4, b"ftypavif", "a picture (AVIF)", Remedy::Type),
    (4, b"ftyp", "a video", Remedy::Other),
    (0, b"\x1a\x45\xdf\xa3", "a video", Remedy::Other),
    (8, b"WAVE", "a sound file", Remedy::Other),
    (0, b"OggS", "a sound file", Remedy::Other),
    (0, b"ID3", "a sound file", Remedy::Other),
    (0, b"fLaC", "a sound file", Remedy::Other),
    (0, b"SQLite format 3\0", "a database (SQLite)", Remedy::Export),
    (0, b"PAR1", "a table (Parquet)", Remedy::Export),
    (0, b"ARROW1", "a table (Arrow)", Remedy::Export),
    (0, b"\x89HDF", "a data file (HDF5)", Remedy::Export),
    (0, b"\x93NUMPY", "an array (NumPy)", Remedy::Export),
    (0, b"\x80\x02", "a pickle (Python)", Remedy::Export),
    (0, b"\x80\x03", "a pickle (Python)", Remedy::Export),
    (0, b"\x80\x04", "a pickle (Python)", Remedy::Export),
    (0, b"\x80\x05", "a pickle (Python)", Remedy::Export),
    (0, b"\x7fELF", "a program", Remedy::Other),
    (0, b"MZ", "a program", Remedy::Other),
    (0, b"\xcf\xfa\xed\xfe", "a program", Remedy::Other),
    (0, b"\xce\xfa\xed\xfe", "a program", Remedy::Other),
    (0, b"\xca\xfe\xba\xbe", "a compiled class (Java) or a program", Remedy::Other),
    (0, b"\0asm", "a program (WebAssembly)", Remedy::Other),
];

/// Kinds of zip archives, each with a name or text by which it is recognized.
const DOCUMENTS: [(&[u8], &str); 6] = [
    (b"word/", "a Word document (docx)"),
    (b"xl/", "a spreadsheet (xlsx)"),
    (b"ppt/", "a presentation (pptx)"),
    (b"application/vnd.oasis.opendocument", "an OpenDocument file"),
    (b"application/epub", "a book (EPUB)"),
    (b"Index/Document.iwa", "a document (Pages, Numbers or Keynote)"),
];

/// The number of bytes at the beginning that identify a file.
const HEAD: usize = 4096;

/// Rejects a file that is not text. The error names the kind of file and explains what to do: `notes.pdf is a PDF;
/// ...`.
pub(in crate::cli) fn refuse(name: &str, bytes: &[u8]) -> Result<()> {
    let Some((what, remedy)) = kind(&bytes[..bytes.len().min(HEAD)]) else { return Ok(()) };
    Err(match remedy {
        Remedy::Decompress(program) => failure!(
            "{name} is compressed with {what}, and plywood reads only gzip; decompress it first, for example with `{program}`"
        ),
        Remedy::Extract => failure!("{name} is {what}; {READS}. Extract the file that you need first"),
        Remedy::SaveAsText => {
            failure!("{name} is {what}; {READS}. Save it as plain text, or copy the text into a file")
        }
        Remedy::Type => failure!("{name} is {what}; {READS}. Type the tree, for example: \"((3 12) (2 4))\""),
        Remedy::Export => failure!("{name} is {what}; {READS}. Export what you need as text first"),
        Remedy::Other => failure!("{name} is {what}; {READS}"),
    })
}

/// Returns what a file is, after "is", if it is not text: `a PDF`, `compressed with zstd`.
pub(in crate::cli) fn named(bytes: &[u8]) -> Option<String> {
    let (what, remedy) = kind(&bytes[..bytes.len().min(HEAD)])?;
    let Remedy::Decompress(program) = remedy else { return Some(what.to_owned()) };
    Some(format!("compressed with {what}; decompress it first, for example with `{program}`"))
}

fn kind(start: &[u8]) -> Option<(&'static str, Remedy)> {
    let is_at = |(at, magic, ..): &&FileKind| start.get(*at..).is_some_and(|rest| rest.starts_with(magic));
    let &(_, magic, what, remedy) = KINDS.iter().find(is_at)?;
    // A text may happen to begin with the same letters as a file of this kind.
    if is_text(start) && ![&b"%PDF"[..], b"{\\rtf", b"%!PS"].contains(&magic) {
        return None;
    }
    let inside = |(part, _): &&(&[u8], &str)| start.windows(part.len()).any(|window| window == *part);
    match DOCUMENTS.iter().find(inside).filter(|_| magic == b"PK\x03\x04") {
        Some((_, what)) => Some((what, Remedy::SaveAsText)),
        None => Some((what, remedy)),
    }
}

/// Returns whether these first bytes are text; the last character may be incomplete.
fn is_text(start: &[u8]) -> bool {
    let control = |c: char| c.is_control() && !"\t\n\r\x0c".contains(c);
    match std::str::from_utf8(start) {
        Ok(text) => !text.contains(control),
        Err(error) => {
            let text = std::str::from_utf8(&start[..error.valid_up_to()]).unwrap_or_default();
            error.error_len().is_none() && !text.contains(control)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_recognized_and_no_text_is() {
        for &(at, magic, what, remedy) in KINDS {
            let mut file = vec![b'x'; at];
            file.extend(magic);
            file.extend([0, 0xff, 0, 1]);
            let found = kind(&file).unwrap_or_else(|| panic!("{what}"));
            assert_eq!(found, (what, remedy));
            let error = refuse("a.x", &file).unwrap_err().to_string();
            assert!(error.starts_with("a.x is "), "{error}");
        }
        for text in
            ["BMW", "((3 12) (2 4))", "PAR1 (3 4)", "MZ 1.e4", "[1,2]", "ID3", "GIF8", "x^y", "", "{\"title\": 1}"]
        {
            assert_eq!(kind(text.as_bytes()), None, "{text}");
        }
        // The bytes end in the middle of a character.
        assert_eq!(kind(&"OggS é".as_bytes()[..6]), None);
    }
}
