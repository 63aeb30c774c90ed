package archive

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// The records of a backup, each led by its kind. Another kind, for files such
// as pictures, would come between the last table and the end.
const (
	recordTable    byte = 'T' // name, number of columns, their names
	recordRow      byte = 'R' // one value for each column
	recordTableEnd byte = 'C' // number of rows
	recordEnd      byte = 'E' // number of tables
)

// The kinds of values.
const (
	valueNull  byte = 'n'
	valueInt   byte = 'i'
	valueFloat byte = 'f'
	valueText  byte = 's'
	valueBytes byte = 'b'
)

// valueMax bounds a text or blob, and columnsMax the width of a table, so that
// a file cannot make the reader reserve the whole memory.
const (
	valueMax   = 256 << 20
	columnsMax = 1000
)

// recordWriter writes records. A failed write fails every later one, and so
// the last flush, which is where it is looked at.
type recordWriter struct {
	out     *bufio.Writer
	scratch [binary.MaxVarintLen64]byte
}

func (w *recordWriter) table(name string, columns []string) {
	w.kind(recordTable)
	w.text(name)
	w.number(int64(len(columns)))
	for _, column := range columns {
		w.text(column)
	}
}

func (w *recordWriter) row(values []any) error {
	w.kind(recordRow)
	for _, value := range values {
		switch value := value.(type) {
		case nil:
			w.kind(valueNull)
		case int64:
			w.kind(valueInt)
			w.number(value)
		case float64:
			w.kind(valueFloat)
			_, _ = w.out.Write(binary.BigEndian.AppendUint64(w.scratch[:0], math.Float64bits(value)))
		case string:
			w.kind(valueText)
			w.text(value)
		case []byte:
			w.kind(valueBytes)
			w.number(int64(len(value)))
			_, _ = w.out.Write(value)
		default:
			return fmt.Errorf("no way to write a %T", value)
		}
	}
	return nil
}

func (w *recordWriter) tableEnd(rows int64) {
	w.kind(recordTableEnd)
	w.number(rows)
}

func (w *recordWriter) end(tables int) {
	w.kind(recordEnd)
	w.number(int64(tables))
}

func (w *recordWriter) kind(kind byte) { _ = w.out.WriteByte(kind) }

func (w *recordWriter) number(n int64) {
	_, _ = w.out.Write(binary.AppendVarint(w.scratch[:0], n))
}

func (w *recordWriter) text(text string) {
	w.number(int64(len(text)))
	_, _ = w.out.WriteString(text)
}

// recordReader reads records. Whatever is wrong with them is ErrDamaged.
type recordReader struct {
	in *bufio.Reader
}

func damaged(err error) error { return fmt.Errorf("%w: %w", ErrDamaged, err) }

func (r *recordReader) kind() (byte, error) {
	kind, err := r.in.ReadByte()
	if err != nil {
		return 0, damaged(err)
	}
	return kind, nil
}

func (r *recordReader) count() (int64, error) {
	n, err := binary.ReadVarint(r.in)
	if err != nil {
		return 0, damaged(err)
	}
	return n, nil
}

func (r *recordReader) bytes() ([]byte, error) {
	length, err := r.count()
	if err != nil {
		return nil, err
	}
	if length < 0 || length > valueMax {
		return nil, fmt.Errorf("%w: a value of %d bytes", ErrDamaged, length)
	}
	value := make([]byte, length)
	if _, err := io.ReadFull(r.in, value); err != nil {
		return nil, damaged(err)
	}
	return value, nil
}

func (r *recordReader) table() (name string, columns []string, err error) {
	text, err := r.bytes()
	if err != nil {
		return "", nil, err
	}
	count, err := r.count()
	if err != nil {
		return "", nil, err
	}
	if count < 1 || count > columnsMax {
		return "", nil, fmt.Errorf("%w: a table of %d columns", ErrDamaged, count)
	}
	for range count {
		column, err := r.bytes()
		if err != nil {
			return "", nil, err
		}
		columns = append(columns, string(column))
	}
	return string(text), columns, nil
}

// row reads the values of a record whose kind was just read.
func (r *recordReader) row(kind byte, columns int) ([]any, error) {
	if kind != recordRow {
		return nil, fmt.Errorf("%w: record %q among rows", ErrDamaged, kind)
	}
	values := make([]any, columns)
	for i := range values {
		value, err := r.value()
		if err != nil {
			return nil, err
		}
		values[i] = value
	}
	return values, nil
}

func (r *recordReader) value() (any, error) {
	kind, err := r.kind()
	if err != nil {
		return nil, err
	}
	switch kind {
	case valueNull:
		return nil, nil
	case valueInt:
		return r.count()
	case valueFloat:
		var bits [8]byte
		if _, err := io.ReadFull(r.in, bits[:]); err != nil {
			return nil, damaged(err)
		}
		return math.Float64frombits(binary.BigEndian.Uint64(bits[:])), nil
	case valueText:
		text, err := r.bytes()
		return string(text), err
	case valueBytes:
		return r.bytes()
	default:
		return nil, fmt.Errorf("%w: unknown value %q", ErrDamaged, kind)
	}
}
