package inventory

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
)

// importPiece is how many bytes of a file one write keeps.
const importPiece = 256 << 10

// ImportUpload is a file that somebody sends.
type ImportUpload struct {
	Subject ImportSubject
	Name    string
	File    io.Reader
}

// UploadImport keeps a file that somebody sends, as it comes, and finds out
// what is in it. Nothing is imported yet.
func (inv *Inventory) UploadImport(ctx context.Context, actor Actor, upload ImportUpload) (Import, error) {
	id, err := inv.beginUpload(ctx, actor, upload)
	if err != nil {
		return Import{}, err
	}
	imported, err := inv.receive(ctx, actor, id, upload)
	if err != nil {
		inv.dropUpload(ctx, id)
		return Import{}, err
	}
	if imported.ID != id {
		// The same request came before, and its answer stands.
		inv.dropUpload(ctx, id)
	}
	return imported, nil
}

// dropUpload forgets a file that is of no use to anybody. If that fails it is
// forgotten with the old drafts.
func (inv *Inventory) dropUpload(ctx context.Context, id int64) {
	_ = inv.store.Write(context.WithoutCancel(ctx), func(tx Tx) error { return tx.DeleteImport(id) })
}

// beginUpload makes the draft, and room for it.
func (inv *Inventory) beginUpload(ctx context.Context, actor Actor, upload ImportUpload) (id int64, err error) {
	name := Clean(strings.ToValidUTF8(strings.ReplaceAll(upload.Name, "\x00", ""), ""))
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if runes := []rune(name); len(runes) > fileNameMax {
		name = string(runes[:fileNameMax])
	}
	err = inv.store.Write(ctx, func(tx Tx) error {
		old, err := tx.OldDrafts(actor.ID, importDraftsMax-1)
		if err != nil {
			return err
		}
		for _, draft := range old {
			if err := tx.DeleteImport(draft); err != nil {
				return err
			}
		}
		id, err = tx.InsertImport(Import{
			UserID: actor.ID, Subject: upload.Subject, FileName: name, Status: ImportUploading, CreatedAt: tx.Now(),
			Mapping: ImportMapping{EmptyCells: EmptyKeeps}, Problems: []RowProblem{},
		})
		return err
	})
	return id, err
}

// receive keeps the pieces and reads the beginning of the whole.
func (inv *Inventory) receive(ctx context.Context, actor Actor, id int64, upload ImportUpload) (Import, error) {
	content := sha256.New()
	size, err := inv.keepPieces(ctx, id, io.TeeReader(upload.File, content))
	if err != nil {
		return Import{}, err
	}
	ctx = WithContent(ctx, hex.EncodeToString(content.Sum(nil)))
	reading, err := inv.readBeginning(Import{ID: id, Size: size, Subject: upload.Subject}, inv.importFile(ctx, id), 0)
	if err != nil {
		return Import{}, err
	}
	return once(ctx, inv.store, func(tx Tx) (Import, error) {
		imported, err := tx.LockImport(id)
		if err != nil {
			return Import{}, err
		}
		imported.Size, imported.Status, imported.Reading = size, ImportDraft, reading
		if imported.Mapping.Columns, err = suggestMapping(tx, upload.Subject, actor.ID, reading.Columns); err != nil {
			return Import{}, err
		}
		if err := tx.UpdateImport(imported); err != nil {
			return Import{}, err
		}
		if err := audit(tx, actor, AuditCreate, nounImport, id, nil, imported.note()); err != nil {
			return Import{}, err
		}
		return imported, tx.Emit(Event{Topic: TopicImports, ID: id})
	})
}

func (inv *Inventory) keepPieces(ctx context.Context, id int64, file io.Reader) (size int64, err error) {
	buffer := make([]byte, importPiece)
	for seq := 0; ; seq++ {
		n, readErr := fill(file, buffer)
		if size += int64(n); size > SheetBytesMax {
			return size, FieldError("file", "El archivo es demasiado grande: el máximo son 64 MB")
		}
		if n > 0 {
			err := inv.store.Write(ctx, func(tx Tx) error { return tx.InsertImportPiece(id, seq, buffer[:n]) })
			if err != nil {
				return size, err
			}
		}
		switch {
		case readErr == io.EOF: //nolint:errorlint // Only the bare one is the end; wrapped or not, others are a file cut off.
			return size, nil
		case readErr != nil:
			return size, readErr
		}
	}
}

// fill reads until the buffer is full. Unlike io.ReadFull it tells the end of
// a file from one that was cut off on its way.
func fill(file io.Reader, buffer []byte) (n int, err error) {
	for n < len(buffer) && err == nil {
		var more int
		more, err = file.Read(buffer[n:])
		n += more
	}
	return n, err
}

// importFile reads a file from its pieces, in any order. The pieces used last
// are kept, because readers take small bites.
type importFile struct {
	ctx    context.Context
	inv    *Inventory
	id     int64
	recent []heldPiece
}

type heldPiece struct {
	seq   int
	bytes []byte
}

// piecesHeld is how many pieces are kept: a workbook is read at several places
// at once.
const piecesHeld = 4

func (inv *Inventory) importFile(ctx context.Context, id int64) *importFile {
	return &importFile{ctx: ctx, inv: inv, id: id}
}

// ReadAt implements io.ReaderAt.
func (f *importFile) ReadAt(p []byte, offset int64) (n int, err error) {
	for n < len(p) {
		at := offset + int64(n)
		piece, err := f.piece(int(at / importPiece))
		if err != nil {
			return n, err
		}
		within := int(at % importPiece)
		if within >= len(piece) {
			return n, io.EOF
		}
		n += copy(p[n:], piece[within:])
	}
	return n, nil
}

func (f *importFile) piece(seq int) ([]byte, error) {
	if at := slices.IndexFunc(f.recent, func(held heldPiece) bool { return held.seq == seq }); at >= 0 {
		return f.recent[at].bytes, nil
	}
	var piece []byte
	err := f.inv.store.Read(f.ctx, func(tx Tx) (err error) {
		piece, err = tx.ImportPiece(f.id, seq)
		return err
	})
	if isNotFound(err) {
		return nil, io.EOF
	}
	if err != nil {
		return nil, fmt.Errorf("read piece %d of import %d: %w", seq, f.id, err)
	}
	if len(f.recent) == piecesHeld {
		f.recent = f.recent[1:]
	}
	f.recent = append(f.recent, heldPiece{seq, piece})
	return piece, nil
}
