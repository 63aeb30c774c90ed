package picture

import (
	"context"
	"encoding/binary"
	"io"
)

// patient hands a file to its decoder in small bites, and none any more once the context has
// ended: no decoder would ask by itself.
type patient struct {
	ctx  context.Context
	rest []byte
}

// bite is little enough that no decoder is long over it.
const bite = 256

// Read implements io.Reader.
func (p *patient) Read(into []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(into[:min(len(into), bite)], p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// scans counts how often a JPEG goes through its picture. It steps from marker to marker as
// the decoder does, over what lies between them.
func scans(file []byte) (count int) {
	const endOfImage, startOfScan, firstRestart, lastRestart, temporary = 0xd9, 0xda, 0xd0, 0xd7, 0x01
	for at := 2; at+1 < len(file); {
		if file[at] != 0xff || file[at+1] == 0xff {
			at++
			continue
		}
		marker := file[at+1]
		at += 2
		switch {
		case marker == endOfImage:
			return count
		case marker == 0, marker == temporary, marker >= firstRestart && marker <= lastRestart:
			continue
		case marker == startOfScan:
			count++
		}
		if at+1 < len(file) {
			at += int(binary.BigEndian.Uint16(file[at : at+2]))
		}
	}
	return count
}
