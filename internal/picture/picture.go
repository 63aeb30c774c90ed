// Package picture turns what people upload into pictures that are safe to
// show: decoded within limits, made small and written anew, so that nothing of
// the file they came in is left but what can be seen. It is given bytes and
// gives bytes; it knows nobody.
package picture

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// The limits of a picture. Its pixels, sides and scans are counted before anything is
// decoded: a small file can claim more pixels than there is memory, a row of one pixel each
// costs as much as a long one, and every scan of a JPEG goes through the whole picture.
const (
	BytesMax  = 10 << 20
	PixelsMax = 40_000_000
	SideMax   = 20_000
	// ScansMax is some three times what programs write.
	ScansMax = 32
	// sideMax and thumbnailSide bound the longer side of what is kept.
	sideMax       = 1600
	thumbnailSide = 96
	jpegQuality   = 85
)

// What can be wrong with a file.
var (
	ErrUnknown = errors.New("the file is no picture of a kind that is taken")
	ErrLarge   = errors.New("the file is too large")
	ErrPixels  = errors.New("the picture has too many pixels")
	ErrSide    = errors.New("the picture is too long on one side")
	ErrScans   = errors.New("the picture has too many scans")
	ErrBroken  = errors.New("the picture is damaged")
)

// sentences are what people read about a file that is no picture for us.
var sentences = map[error]string{
	ErrUnknown: "El archivo no es una imagen PNG, JPEG, GIF o WebP",
	ErrLarge:   "La imagen es demasiado grande: el máximo son 10 MB",
	ErrPixels:  "La imagen tiene demasiados píxeles: el máximo son 40 millones",
	ErrSide:    "La imagen es demasiado alargada: el máximo son 20.000 píxeles de lado",
	ErrScans:   "La imagen está guardada en demasiadas pasadas: guárdala de nuevo como JPEG normal",
	ErrBroken:  "La imagen está dañada y no se puede leer",
}

// Explain says in plain words what is wrong with a file; nothing where it is not the file
// that failed.
func Explain(err error) string {
	for kind, sentence := range sentences {
		if errors.Is(err, kind) {
			return sentence
		}
	}
	return ""
}

// Picture is a picture ready to be kept and shown.
type Picture struct {
	// Hash is that of Bytes, in hexadecimal: equal pictures have equal hashes.
	Hash        string
	ContentType string
	Width       int
	Height      int
	Bytes       []byte
	Thumbnail   []byte
}

// Read makes a picture of a file. The kind is told by the content and never by
// a name; anything but PNG, JPEG, GIF (its first image) and WebP is refused. The work ends
// soon after its context.
func Read(ctx context.Context, file []byte) (Picture, error) {
	if len(file) > BytesMax {
		return Picture{}, ErrLarge
	}
	kind, err := kindOf(file)
	if err != nil {
		return Picture{}, err
	}
	decoded, err := kind.decodeWithin(ctx, file)
	if err != nil {
		return Picture{}, err
	}
	kept, err := shrink(ctx, decoded, sideMax)
	if err != nil {
		return Picture{}, err
	}
	full := turn(kept, kind.orientation(file))
	small, err := shrink(ctx, full, thumbnailSide)
	if err != nil {
		return Picture{}, err
	}
	picture := Picture{Width: full.Bounds().Dx(), Height: full.Bounds().Dy()}
	if picture.ContentType, picture.Bytes, err = encode(full, kind.drawn); err != nil {
		return Picture{}, err
	}
	if picture.Thumbnail, err = encodeAs(picture.ContentType, small); err != nil {
		return Picture{}, err
	}
	sum := sha256.Sum256(picture.Bytes)
	picture.Hash = hex.EncodeToString(sum[:])
	return picture, nil
}

// kind is a format that is taken.
type kind struct {
	begins string
	decode func(file io.Reader) (image.Image, error)
	// sizes are all the sizes the file claims; a WebP has more than one.
	sizes func(file []byte) ([]image.Config, error)
	// drawn says that pictures of this kind are often drawings, which JPEG
	// would smear and PNG keeps smaller.
	drawn bool
}

const beginsJPEG = "\xff\xd8\xff"

var kinds = []kind{
	{begins: "\x89PNG\r\n\x1a\n", drawn: true, decode: png.Decode, sizes: func(f []byte) ([]image.Config, error) {
		config, err := png.DecodeConfig(bytes.NewReader(f))
		return []image.Config{config}, err
	}},
	{begins: beginsJPEG, decode: jpeg.Decode, sizes: func(f []byte) ([]image.Config, error) {
		config, err := jpeg.DecodeConfig(bytes.NewReader(f))
		return []image.Config{config}, err
	}},
	{begins: "GIF8", drawn: true, decode: gif.Decode, sizes: func(f []byte) ([]image.Config, error) {
		config, err := gif.DecodeConfig(bytes.NewReader(f))
		return []image.Config{config}, err
	}},
	{begins: "RIFF", decode: webp.Decode, sizes: webpSizes},
}

func kindOf(file []byte) (kind, error) {
	for _, kind := range kinds {
		if bytes.HasPrefix(file, []byte(kind.begins)) {
			return kind, nil
		}
	}
	return kind{}, ErrUnknown
}

// decodeWithin decodes a file whose claims are within the limits.
func (k kind) decodeWithin(ctx context.Context, file []byte) (image.Image, error) {
	sizes, err := k.sizes(file)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	for _, size := range sizes {
		if size.Width <= 0 || size.Height <= 0 {
			return nil, ErrBroken
		}
		// Dividing cannot overflow as multiplying could.
		if size.Width > PixelsMax/size.Height {
			return nil, ErrPixels
		}
		if max(size.Width, size.Height) > SideMax {
			return nil, ErrSide
		}
	}
	if k.begins == beginsJPEG && scans(file) > ScansMax {
		return nil, ErrScans
	}
	decoded, err := k.decode(&patient{ctx, file})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if decoded.Bounds().Empty() {
		return nil, ErrBroken
	}
	return decoded, nil
}

// encode writes a picture as JPEG, or as PNG where something shows through or
// where a drawing is smaller so.
func encode(picture *image.RGBA, drawn bool) (contentType string, file []byte, err error) {
	if !picture.Opaque() {
		file, err = encodeAs(typePNG, picture)
		return typePNG, file, err
	}
	asJPEG, err := encodeAs(typeJPEG, picture)
	if err != nil || !drawn {
		return typeJPEG, asJPEG, err
	}
	asPNG, err := encodeAs(typePNG, picture)
	if err != nil || len(asPNG) <= len(asJPEG) {
		return typePNG, asPNG, err
	}
	return typeJPEG, asJPEG, nil
}

const (
	typePNG  = "image/png"
	typeJPEG = "image/jpeg"
)

func encodeAs(contentType string, picture image.Image) ([]byte, error) {
	var file bytes.Buffer
	var err error
	if contentType == typePNG {
		err = png.Encode(&file, picture)
	} else {
		err = jpeg.Encode(&file, picture, &jpeg.Options{Quality: jpegQuality})
	}
	if err != nil {
		return nil, fmt.Errorf("encode picture: %w", err)
	}
	return file.Bytes(), nil
}
