package picture_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"estante/internal/picture"
)

// progressive is a grey JPEG whose picture is gone through so many times, in some forty bytes
// each.
func progressive(side uint16, scans int) []byte {
	var file bytes.Buffer
	segment := func(marker byte, content ...byte) {
		file.Write([]byte{0xff, marker})
		file.Write(binary.BigEndian.AppendUint16(nil, uint16(len(content)+2)))
		file.Write(content)
	}
	counts := func(first byte) []byte { return append([]byte{first}, make([]byte, 15)...) }
	file.WriteString("\xff\xd8")
	segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	size := binary.BigEndian.AppendUint16(nil, side)
	segment(0xc2, append(append([]byte{8}, append(size, size...)...), 1, 1, 0x11, 0)...)
	// One code each, a single 0: for no difference, and for the end of so many blocks.
	segment(0xc4, append(append([]byte{0}, counts(1)...), 0)...)
	segment(0xc4, append(append([]byte{0x10}, counts(1)...), 0xe0)...)
	blocks := (int(side) + 7) / 8 * ((int(side) + 7) / 8)
	segment(0xda, 1, 1, 0x00, 0, 0, 0)
	file.Write(make([]byte, (blocks+7)/8))
	const longest, bitsEach = 1<<15 - 1, 15
	for range scans - 1 {
		segment(0xda, 1, 1, 0x00, 1, 63, 0)
		var bits, held uint
		for range (blocks + longest - 1) / longest {
			bits, held = bits<<bitsEach|(1<<(bitsEach-1)-1), held+bitsEach // The code, and fourteen ones.
			for ; held >= 8; held -= 8 {
				b := byte(bits >> (held - 8))
				if file.WriteByte(b); b == 0xff {
					file.WriteByte(0)
				}
			}
		}
		file.WriteByte(byte(bits << (8 - held)))
	}
	file.WriteString("\xff\xd9")
	return file.Bytes()
}

// What a picture costs is known before it is decoded.
func TestAPictureThatCostsTooMuchIsRefusedBeforeItIsDecoded(t *testing.T) {
	good := asPNG(t, quarters(8, 8))
	for name, test := range map[string]struct {
		file []byte
		want error
	}{
		"as many scans as programs write": {progressive(64, 10), nil},
		"the most scans":                  {progressive(64, picture.ScansMax), nil},
		"one more":                        {progressive(64, picture.ScansMax+1), picture.ErrScans},
		"four hundred":                    {progressive(6320, 400), picture.ErrScans},
		"a thread":                        {claiming(good, 1, picture.PixelsMax), picture.ErrSide},
		"a thread that lies":              {claiming(good, picture.PixelsMax, 1), picture.ErrSide},
	} {
		if _, err := picture.Read(t.Context(), test.file); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

// ending is a context that ends when it has been asked so many times.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// Whatever is being done to a picture, it ends with whoever asked for it: reading, making it
// small, and making it smaller still.
func TestThePictureEndsWithItsRequest(t *testing.T) {
	for name, file := range map[string][]byte{
		"png": asPNG(t, quarters(900, 225)), "jpeg": asJPEG(t, quarters(900, 225)), "gif": asGIF(t, quarters(900, 225)),
		"progressive": progressive(1024, picture.ScansMax),
	} {
		asked := &ending{t.Context(), 1 << 30}
		if _, err := picture.Read(asked, file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		times := 1<<30 - asked.left
		if least := len(file) / 256; times < least {
			t.Errorf("%s: the context was asked %d times, want %d", name, times, least)
		}
		for left := 0; left < times; left += 1 + times/4 {
			if _, err := picture.Read(&ending{t.Context(), left}, file); err == nil {
				t.Errorf("%s: made although its context ended after %d of %d looks", name, left, times)
			}
		}
	}
}
