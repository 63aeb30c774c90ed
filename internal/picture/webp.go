package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"

	"golang.org/x/image/webp"
)

var errWebP = errors.New("the file is not laid out as WebP is")

// webpSizes are the size of the canvas and that of the image on it. A file may
// claim a small canvas and hold a huge image, and both are allocated.
func webpSizes(file []byte) ([]image.Config, error) {
	canvas, err := webp.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	sizes := []image.Config{canvas}
	if len(file) < 12 || string(file[8:12]) != "WEBP" {
		return nil, errWebP
	}
	for rest := file[12:]; len(rest) >= 8; {
		name, length := string(rest[:4]), uint64(binary.LittleEndian.Uint32(rest[4:8]))
		rest = rest[8:]
		if length > uint64(len(rest)) {
			break // The decoder refuses what is cut off.
		}
		if size, found := webpFrame(name, rest[:length]); found {
			sizes = append(sizes, size)
		}
		// Chunks begin at even places.
		rest = rest[min(length+length%2, uint64(len(rest))):]
	}
	return sizes, nil
}

// webpFrame reads the size of an image from the beginning of its chunk.
func webpFrame(name string, chunk []byte) (image.Config, bool) {
	switch {
	case name == "VP8 " && len(chunk) >= 10:
		return image.Config{
			Width:  int(binary.LittleEndian.Uint16(chunk[6:8]) & 0x3fff),
			Height: int(binary.LittleEndian.Uint16(chunk[8:10]) & 0x3fff),
		}, true
	case name == "VP8L" && len(chunk) >= 5:
		bits := binary.LittleEndian.Uint32(chunk[1:5])
		return image.Config{Width: int(bits&0x3fff) + 1, Height: int(bits>>14&0x3fff) + 1}, true
	}
	return image.Config{}, false
}
