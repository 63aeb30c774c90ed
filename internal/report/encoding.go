package report

import (
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

const utf8BOM = "\xef\xbb\xbf"

// textEncoding is a way of writing text as bytes.
type textEncoding struct {
	name string
	mark string
	// decoder turns it into UTF-8; nil when it is that already.
	decoder encoding.Encoding
}

var (
	encodingUTF8     = textEncoding{name: "utf-8"}
	encodingUTF8Mark = textEncoding{name: "utf-8", mark: utf8BOM}
	encodingUTF16LE  = textEncoding{
		name: "utf-16le", mark: "\xff\xfe", decoder: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
	}
	encodingUTF16BE = textEncoding{
		name: "utf-16be", mark: "\xfe\xff", decoder: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	}
	encodingWindows1252 = textEncoding{name: "windows-1252", decoder: charmap.Windows1252}
)

// detectEncoding tells how a text file is written. Bytes that are valid UTF-8
// to the very end are hardly ever anything else, so the whole file is looked
// at: the first accent may come late.
func detectEncoding(file io.ReaderAt, size int64, head []byte) (textEncoding, error) {
	for _, marked := range []textEncoding{encodingUTF8Mark, encodingUTF16LE, encodingUTF16BE} {
		if bytes.HasPrefix(head, []byte(marked.mark)) {
			return marked, nil
		}
	}
	if unmarked, found := unmarkedUTF16(head); found {
		return unmarked, nil
	}
	valid, err := isUTF8(io.NewSectionReader(file, 0, size))
	if err != nil {
		return textEncoding{}, err
	}
	if valid {
		return encodingUTF8, nil
	}
	return encodingWindows1252, nil
}

// unmarkedUTF16 recognises UTF-16 without its mark: nearly every other byte of
// a table in a European language is zero.
func unmarkedUTF16(head []byte) (textEncoding, bool) {
	if len(head) < 4 || len(head)%2 == 1 && len(head) < headBytes {
		return textEncoding{}, false
	}
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	most := len(head) / 2 * 7 / 10
	switch {
	case zeros[1] > most && zeros[0] == 0:
		return textEncoding{name: encodingUTF16LE.name, decoder: encodingUTF16LE.decoder}, true
	case zeros[0] > most && zeros[1] == 0:
		return textEncoding{name: encodingUTF16BE.name, decoder: encodingUTF16BE.decoder}, true
	}
	return textEncoding{}, false
}

// isUTF8 reads to the end or to the first byte that is not UTF-8.
func isUTF8(text io.Reader) (bool, error) {
	buffer := make([]byte, headBytes)
	kept := 0
	for {
		n, err := text.Read(buffer[kept:])
		data := buffer[:kept+n]
		for len(data) > 0 {
			r, width := utf8.DecodeRune(data)
			if r == utf8.RuneError && width == 1 {
				if err == nil && !utf8.FullRune(data) {
					break // The rest of it comes with the next bytes.
				}
				return false, nil
			}
			data = data[width:]
		}
		kept = copy(buffer, data)
		if err == io.EOF {
			return kept == 0, nil
		}
		if err != nil {
			return false, err
		}
	}
}

// reader gives the text of a file as UTF-8, without its mark.
func (e textEncoding) reader(file io.ReaderAt, size int64) io.Reader {
	text := io.NewSectionReader(file, int64(len(e.mark)), size-int64(len(e.mark)))
	if e.decoder == nil {
		return text
	}
	return transform.NewReader(text, e.decoder.NewDecoder())
}
