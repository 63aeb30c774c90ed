package report

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"estante/internal/core"
	"estante/internal/imports"
)

// xmlReader walks through the XML of a spreadsheet without building a tree of
// it. Prefixes of names are left out: programs choose them as they like.
type xmlReader struct{ decoder *xml.Decoder }

func newXML(part io.Reader) *xmlReader {
	decoder := xml.NewDecoder(part)
	decoder.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errNotXLSX }
	return &xmlReader{decoder: decoder}
}

// element is the beginning of an element.
type element struct {
	name       string
	attributes []xml.Attr
}

func (e element) attribute(name string) string {
	for _, attribute := range e.attributes {
		if attribute.Name.Local == name && attribute.Name.Space == "" {
			return attribute.Value
		}
	}
	return ""
}

// token reads the next token. What is wrong with the XML is of no use to
// people; that the file is damaged is.
func (x *xmlReader) token() (xml.Token, error) {
	token, err := x.decoder.RawToken()
	var known *core.Error
	switch {
	case err == nil, errors.Is(err, io.EOF), errors.As(err, &known):
		return token, err
	default:
		return nil, errNotXLSX
	}
}

// nextElement skips to the beginning of the next element.
func (x *xmlReader) nextElement() (element, error) {
	for {
		token, err := x.token()
		if err != nil {
			return element{}, err
		}
		if start, ok := token.(xml.StartElement); ok {
			return element{name: start.Name.Local, attributes: start.Attr}, nil
		}
	}
}

// inside visits what an element holds until it ends. An element that is never
// closed makes the file a damaged one.
func (x *xmlReader) inside(name string, begin func(element) error, text func(string) error) error {
	for {
		token, err := x.token()
		if errors.Is(err, io.EOF) {
			return errNotXLSX
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.EndElement:
			if token.Name.Local == name {
				return nil
			}
		case xml.StartElement:
			err = begin(element{name: token.Name.Local, attributes: token.Attr})
		case xml.CharData:
			err = text(string(token))
		}
		if err != nil {
			return err
		}
	}
}

func ignoreText(string) error { return nil }

// text reads the text of an element that has begun, within the limit of a cell.
func (x *xmlReader) text(name string) (string, error) {
	var text strings.Builder
	err := x.inside(name, func(element) error { return nil }, func(piece string) error {
		if text.Len()+len(piece) > 4*imports.SheetCellMax {
			return badFile("El archivo tiene una celda con demasiado texto")
		}
		text.WriteString(piece)
		return nil
	})
	return text.String(), err
}

// richText joins the pieces of a text that has formats, but not the readings
// of its characters that Japanese workbooks add.
func (x *xmlReader) richText(name string) (string, error) {
	var text strings.Builder
	err := x.inside(name, func(begun element) error {
		switch begun.name {
		case "t":
			piece, err := x.text("t")
			text.WriteString(piece)
			if text.Len() > 4*imports.SheetCellMax {
				return badFile("El archivo tiene una celda con demasiado texto")
			}
			return err
		case "rPh":
			return x.inside("rPh", func(element) error { return nil }, ignoreText)
		}
		return nil
	}, ignoreText)
	return decodeControls(text.String()), err
}

// decodeControls turns _x000D_ into the character that XML cannot hold.
func decodeControls(text string) string {
	if !strings.Contains(text, "_x") {
		return text
	}
	var decoded strings.Builder
	for {
		at := strings.Index(text, "_x")
		if at < 0 || at+7 > len(text) {
			decoded.WriteString(text)
			return decoded.String()
		}
		code, err := strconv.ParseUint(text[at+2:at+6], 16, 16)
		if err != nil || text[at+6] != '_' || code == 0 || code >= 0xd800 && code < 0xe000 {
			decoded.WriteString(text[:at+2])
			text = text[at+2:]
			continue
		}
		decoded.WriteString(text[:at])
		decoded.WriteRune(rune(code))
		text = text[at+7:]
	}
}
