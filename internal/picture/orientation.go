package picture

import (
	"encoding/binary"
	"image"
)

// orientation is how a camera was held, by the number EXIF has for it: 1 is
// upright. It is the one thing of a file's metadata that shows, so it must be
// put into the picture before the rest is dropped.
func (k kind) orientation(file []byte) int {
	if k.begins != beginsJPEG {
		return 1
	}
	// A JPEG is a row of segments: 0xFF, a marker, a length and the content.
	for rest := file[2:]; len(rest) >= 4 && rest[0] == 0xff; {
		marker, length := rest[1], int(binary.BigEndian.Uint16(rest[2:4]))
		const scan, app1 = 0xda, 0xe1
		if marker == scan || length < 2 || len(rest) < 2+length {
			break
		}
		if content := rest[4 : 2+length]; marker == app1 && len(content) > 6 && string(content[:6]) == "Exif\x00\x00" {
			return exifOrientation(content[6:])
		}
		rest = rest[2+length:]
	}
	return 1
}

// exifOrientation looks for the tag in the first directory of EXIF's TIFF.
func exifOrientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	if string(tiff[:2]) == "MM" {
		order = binary.BigEndian
	}
	at := uint64(order.Uint32(tiff[4:8]))
	if at+2 > uint64(len(tiff)) {
		return 1
	}
	directory := tiff[at:]
	entries := int(order.Uint16(directory[:2]))
	const entrySize, orientationTag = 12, 0x0112
	for i := range entries {
		if 2+(i+1)*entrySize > len(directory) {
			break
		}
		entry := directory[2+i*entrySize:]
		if order.Uint16(entry[:2]) != orientationTag {
			continue
		}
		if value := int(order.Uint16(entry[8:10])); value >= 1 && value <= 8 {
			return value
		}
		break
	}
	return 1
}

// turn puts a picture upright.
func turn(picture *image.RGBA, orientation int) *image.RGBA {
	if orientation == 1 {
		return picture
	}
	width, height := picture.Rect.Dx(), picture.Rect.Dy()
	size := image.Rect(0, 0, width, height)
	if orientation >= 5 {
		size = image.Rect(0, 0, height, width)
	}
	upright := image.NewRGBA(size)
	for y := range size.Dy() {
		for x := range size.Dx() {
			fromX, fromY := beforeTurn(orientation, x, y, width, height)
			upright.SetRGBA(x, y, picture.RGBAAt(fromX, fromY))
		}
	}
	return upright
}

// beforeTurn is where the pixel at x, y of the upright picture was.
func beforeTurn(orientation, x, y, width, height int) (int, int) {
	switch orientation {
	case 2:
		return width - 1 - x, y
	case 3:
		return width - 1 - x, height - 1 - y
	case 4:
		return x, height - 1 - y
	case 5:
		return y, x
	case 6:
		return y, height - 1 - x
	case 7:
		return width - 1 - y, height - 1 - x
	default:
		return width - 1 - y, x
	}
}
