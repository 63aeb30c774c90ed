package picture_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"estante/internal/picture"
)

// quarters is a picture whose four quarters have four colours, so that turning
// and shrinking it shows.
func quarters(width, height int) *image.NRGBA {
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			picture.Set(x, y, cornerColors[2*(2*y/height)+2*x/width])
		}
	}
	return picture
}

// cornerColors are red, green, blue and white, from the top left by rows.
var cornerColors = []color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}

func asPNG(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func asJPEG(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := jpeg.Encode(&file, picture, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func asGIF(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := gif.Encode(&file, picture, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// aWebP is one blue pixel, lossless.
var aWebP, _ = base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")

// corners are the colours in the four quarters of a picture, as numbers of cornerColors.
func corners(t *testing.T, file []byte) (found [4]int) {
	t.Helper()
	decoded, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	size := decoded.Bounds()
	for i := range found {
		at := color.NRGBAModel.Convert(decoded.At(size.Dx()*(1+2*(i%2))/4, size.Dy()*(1+2*(i/2))/4)).(color.NRGBA)
		found[i] = -1
		for n, want := range cornerColors {
			if near(at.R, want.R) && near(at.G, want.G) && near(at.B, want.B) {
				found[i] = n
			}
		}
	}
	return found
}

func near(a, b uint8) bool { return max(a, b)-min(a, b) < 40 }

func TestAPictureIsMadeSmallAndWrittenAnew(t *testing.T) {
	for name, file := range map[string][]byte{
		"png": asPNG(t, quarters(1800, 225)), "jpeg": asJPEG(t, quarters(1800, 225)), "gif": asGIF(t, quarters(1800, 225)),
	} {
		made, err := picture.Read(t.Context(), file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if made.Width != 1600 || made.Height != 200 {
			t.Errorf("%s became %d × %d", name, made.Width, made.Height)
		}
		for _, part := range [][]byte{made.Bytes, made.Thumbnail} {
			if got := corners(t, part); got != [4]int{0, 1, 2, 3} {
				t.Errorf("%s: the corners are %v", name, got)
			}
		}
		small, _, err := image.DecodeConfig(bytes.NewReader(made.Thumbnail))
		if err != nil || small.Width != 96 || small.Height != 12 {
			t.Errorf("%s: the thumbnail is %d × %d, %v", name, small.Width, small.Height, err)
		}
		again, err := picture.Read(t.Context(), file)
		if err != nil || again.Hash != made.Hash {
			t.Errorf("%s: the same file has two hashes: %v", name, err)
		}
	}
}

func TestAWebPIsTaken(t *testing.T) {
	made, err := picture.Read(t.Context(), aWebP)
	if err != nil || made.Width != 1 || made.Height != 1 {
		t.Errorf("%+v, %v", made, err)
	}
}

func TestWhatShowsThroughStaysSo(t *testing.T) {
	glass := image.NewNRGBA(image.Rect(0, 0, 20, 20))
	glass.Set(3, 3, color.NRGBA{255, 0, 0, 120})
	made, err := picture.Read(t.Context(), asPNG(t, glass))
	if err != nil || made.ContentType != "image/png" {
		t.Fatalf("%s, %v", made.ContentType, err)
	}
	decoded, err := png.Decode(bytes.NewReader(made.Bytes))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, alpha := decoded.At(0, 0).RGBA(); alpha != 0 {
		t.Errorf("the empty corner has alpha %d", alpha)
	}
}

// withOrientation puts the way a camera was held, and a place where it was
// held, into a JPEG.
func withOrientation(file []byte, orientation uint16) []byte {
	tiff := []byte("II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00")
	tiff = binary.LittleEndian.AppendUint16(tiff, orientation)
	tiff = append(tiff, "\x00\x00\x00\x00\x00\x00 secret place"...)
	content := append([]byte("Exif\x00\x00"), tiff...)
	segment := append([]byte{0xff, 0xe1}, binary.BigEndian.AppendUint16(nil, uint16(len(content)+2))...)
	segment = append(segment, content...)
	return append(append([]byte("\xff\xd8"), segment...), file[2:]...)
}

func TestAPictureStandsUprightWithoutItsMetadata(t *testing.T) {
	file := asJPEG(t, quarters(64, 32))
	for orientation, want := range map[uint16][4]int{
		1: {0, 1, 2, 3}, 2: {1, 0, 3, 2}, 3: {3, 2, 1, 0}, 4: {2, 3, 0, 1},
		5: {0, 2, 1, 3}, 6: {2, 0, 3, 1}, 7: {3, 1, 2, 0}, 8: {1, 3, 0, 2}, 9: {0, 1, 2, 3},
	} {
		made, err := picture.Read(t.Context(), withOrientation(file, orientation))
		if err != nil {
			t.Fatal(err)
		}
		if got := corners(t, made.Bytes); got != want {
			t.Errorf("orientation %d: the corners are %v, want %v", orientation, got, want)
		}
		if bytes.Contains(made.Bytes, []byte("secret place")) {
			t.Error("the metadata is still there")
		}
	}
}

// claiming is a PNG that says it is larger than it is.
func claiming(file []byte, width, height uint32) []byte {
	forged := bytes.Clone(file)
	binary.BigEndian.PutUint32(forged[16:], width)
	binary.BigEndian.PutUint32(forged[20:], height)
	binary.BigEndian.PutUint32(forged[29:], crc32.ChecksumIEEE(forged[12:29]))
	return forged
}

func TestWhatIsNoPictureIsRefused(t *testing.T) {
	good := asPNG(t, quarters(8, 8))
	// A small canvas that holds a huge image.
	bomb := append([]byte("RIFF\x26\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"+
		"VP8L\x08\x00\x00\x00\x2f"), 0xff, 0xff, 0xff, 0x0f, 0, 0, 0)
	for name, test := range map[string]struct {
		file []byte
		want error
	}{
		"nothing": {nil, picture.ErrUnknown},
		"text":    {[]byte("hola"), picture.ErrUnknown},
		"svg": {
			[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
			picture.ErrUnknown,
		},
		"html":            {[]byte("<!doctype html>"), picture.ErrUnknown},
		"cut off":         {good[:len(good)/2], picture.ErrBroken},
		"too many pixels": {claiming(good, 40_000, 40_000), picture.ErrPixels},
		"overflow":        {claiming(good, 1<<31-1, 1<<31-1), picture.ErrBroken},
		"hidden pixels":   {bomb, picture.ErrPixels},
		"too large":       {make([]byte, picture.BytesMax+1), picture.ErrLarge},
	} {
		if _, err := picture.Read(t.Context(), test.file); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

// A file that is a picture and something else at once is a picture when it is
// kept, and nothing else.
func TestOfAFileThatIsTwoThingsThePictureIsKept(t *testing.T) {
	const other = "<script>alert(document.domain)</script>PK\x05\x06"
	for name, file := range map[string][]byte{
		"png": asPNG(t, quarters(9, 5)), "jpeg": asJPEG(t, quarters(9, 5)), "gif": asGIF(t, quarters(9, 5)),
		"webp": bytes.Clone(aWebP),
	} {
		made, err := picture.Read(t.Context(), append(file, other...))
		if err != nil {
			continue // Refused is as well.
		}
		if bytes.Contains(made.Bytes, []byte("script")) || bytes.Contains(made.Thumbnail, []byte("script")) {
			t.Errorf("%s: what hung behind it is still there", name)
		}
		if made.ContentType != "image/png" && made.ContentType != "image/jpeg" {
			t.Errorf("%s: it is served as %s", name, made.ContentType)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(asPNG(f, quarters(9, 5)))
	f.Add(asJPEG(f, quarters(9, 5)))
	f.Add(withOrientation(asJPEG(f, quarters(9, 5)), 6))
	f.Add(asGIF(f, quarters(9, 5)))
	f.Add(aWebP)
	f.Fuzz(func(t *testing.T, file []byte) {
		// What is large within the limits takes a second, and shows nothing that a small one does not; what lies beyond
		// them has to be refused at once.
		if claims, _, err := image.DecodeConfig(bytes.NewReader(file)); err == nil {
			if pixels := claims.Width * claims.Height; pixels > 1<<20 && pixels <= picture.PixelsMax {
				t.Skip("a large picture")
			}
		}
		made, err := picture.Read(t.Context(), file)
		if err != nil {
			return
		}
		for _, part := range [][]byte{made.Bytes, made.Thumbnail} {
			size, _, err := image.DecodeConfig(bytes.NewReader(part))
			if err != nil || size.Width > 1600 || size.Height > 1600 || size.Width < 1 || size.Height < 1 {
				t.Errorf("what was made is %d × %d, %v", size.Width, size.Height, err)
			}
		}
	})
}
