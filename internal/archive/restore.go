package archive

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"estante/internal/core"
	"estante/internal/store"
)

// Errors about the file that is to be restored.
var (
	// ErrDamaged means that a file is not a whole, unaltered backup.
	ErrDamaged = &core.Error{
		Kind: core.Invalid, Message: "El archivo no es una copia de Estante, o está dañado o incompleto: no se ha cambiado " +
			"nada.",
	}
	ErrNewerFormat = &core.Error{
		Kind: core.Invalid, Message: "La copia es de una versión más nueva de Estante. Actualiza el programa: no se ha " +
			"cambiado nada.",
	}
)

// headerMax bounds the first two lines of a file.
const headerMax = 4 << 10

// Restore fills an empty database from a backup, all or nothing. The whole
// file is checked before anything is written.
func Restore(ctx context.Context, db *store.DB, path string) (Summary, error) {
	file, err := os.Open(path) //nolint:gosec // The operator names the file.
	if err != nil {
		return Summary{}, fmt.Errorf("restore: %w", err)
	}
	defer func() { _ = file.Close() }()
	header, records, err := open(file)
	if err != nil {
		return Summary{}, fmt.Errorf("restore %s: %w", path, err)
	}
	summary := Summary{Header: header}
	err = db.Load(ctx, header.Schema, func(load *store.Load) error {
		if summary.Tables, summary.Rows, err = readTables(records, load); err != nil {
			return err
		}
		return load.EndVisits()
	})
	if err != nil {
		return Summary{}, fmt.Errorf("restore %s: %w", path, err)
	}
	return summary, nil
}

// Check says what a backup file holds, if it is whole.
func Check(path string) (Header, error) {
	file, err := os.Open(path) //nolint:gosec // The operator names the file.
	if err != nil {
		return Header{}, err
	}
	defer func() { _ = file.Close() }()
	header, _, err := open(file)
	return header, err
}

// open checks the hash of a file and returns its header and a reader of its
// records.
func open(file *os.File) (Header, *recordReader, error) {
	size, err := checkHash(file)
	if err != nil {
		return Header{}, nil, err
	}
	body := bufio.NewReaderSize(io.NewSectionReader(file, 0, size-sha256.Size), 1<<16)
	header, err := readHeader(body)
	if err != nil {
		return Header{}, nil, err
	}
	if header.Format != format {
		return Header{}, nil, ErrNewerFormat
	}
	unpacked, err := gzip.NewReader(body)
	if err != nil {
		return Header{}, nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return header, &recordReader{in: bufio.NewReaderSize(unpacked, 1<<16)}, nil
}

// checkHash reads the file once from end to end and returns its size.
func checkHash(file *os.File) (int64, error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	if info.Size() < int64(len(magic)+sha256.Size) {
		return 0, ErrDamaged
	}
	hash, wanted := sha256.New(), make([]byte, sha256.Size)
	if _, err := io.Copy(hash, io.NewSectionReader(file, 0, info.Size()-sha256.Size)); err != nil {
		return 0, err
	}
	if _, err := file.ReadAt(wanted, info.Size()-sha256.Size); err != nil {
		return 0, err
	}
	if !bytes.Equal(hash.Sum(nil), wanted) {
		return 0, ErrDamaged
	}
	return info.Size(), nil
}

func readHeader(in *bufio.Reader) (header Header, err error) {
	first := make([]byte, len(magic))
	if _, err := io.ReadFull(in, first); err != nil || string(first) != magic {
		return header, ErrDamaged
	}
	line, err := in.ReadSlice('\n')
	if err != nil || len(line) > headerMax {
		return header, ErrDamaged
	}
	if err := json.Unmarshal(line, &header); err != nil {
		return header, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return header, nil
}

// readTables loads every table and holds it to the count behind it.
func readTables(in *recordReader, load *store.Load) (tables int, rows int64, err error) {
	for {
		kind, err := in.kind()
		if err != nil {
			return 0, 0, err
		}
		switch kind {
		case recordTable:
			count, err := readTable(in, load)
			if err != nil {
				return 0, 0, err
			}
			tables++
			rows += count
		case recordEnd:
			if count, err := in.count(); err != nil || count != int64(tables) {
				return 0, 0, fmt.Errorf("%w: %d tables of %d", ErrDamaged, tables, count)
			}
			return tables, rows, nil
		default:
			return 0, 0, fmt.Errorf("%w: unknown record %q", ErrDamaged, kind)
		}
	}
}

func readTable(in *recordReader, load *store.Load) (int64, error) {
	name, columns, err := in.table()
	if err != nil {
		return 0, err
	}
	into, err := load.Into(name, columns)
	if err != nil {
		return 0, err
	}
	for rows := int64(0); ; rows++ {
		kind, err := in.kind()
		if err != nil {
			return 0, err
		}
		if kind == recordTableEnd {
			if count, err := in.count(); err != nil || count != rows {
				return 0, fmt.Errorf("%w: table %s has %d rows of %d", ErrDamaged, name, rows, count)
			}
			return rows, into.Flush()
		}
		values, err := in.row(kind, len(columns))
		if err != nil {
			return 0, fmt.Errorf("table %s: %w", name, err)
		}
		if err := into.Add(values); err != nil {
			return 0, fmt.Errorf("table %s: %w", name, err)
		}
	}
}
