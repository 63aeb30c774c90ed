package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"estante/internal/core"
)

// importPiece is how many bytes of a file one write keeps.
const importPiece = 256 << 10

// Upload is a file that a user sends.
type Upload struct {
	Subject Subject
	Name    string
	File    io.Reader
}

// UploadImport stores a file that a user sends, as it comes, and finds out what is in it.
// Nothing is imported yet.
func (s *Service) UploadImport(ctx context.Context, actor core.Actor, upload Upload) (Import, error) {
	id, err := s.beginUpload(ctx, actor, upload)
	if err != nil {
		return Import{}, err
	}
	imported, err := s.receive(ctx, actor, id, upload)
	if err != nil {
		s.dropUpload(ctx, id)
		return Import{}, err
	}
	if imported.ID != id {
		// The same request came before, and its answer stands.
		s.dropUpload(ctx, id)
	}
	return imported, nil
}

// dropUpload forgets a file that is of no use to anybody. If that fails it is
// forgotten with the old drafts.
func (s *Service) dropUpload(ctx context.Context, id int64) {
	_ = core.Write(context.WithoutCancel(ctx), s.store, func(tx Tx) error { return tx.DeleteImport(id) })
}

// beginUpload makes the draft, and room for it.
func (s *Service) beginUpload(ctx context.Context, actor core.Actor, upload Upload) (id int64, err error) {
	name := core.Clean(strings.ToValidUTF8(strings.ReplaceAll(upload.Name, "\x00", ""), ""))
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if runes := []rune(name); len(runes) > fileNameMax {
		name = string(runes[:fileNameMax])
	}
	err = core.Write(ctx, s.store, func(tx Tx) error {
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
			UserID: actor.ID, Subject: upload.Subject, FileName: name, Status: Uploading, CreatedAt: tx.Now(),
			Mapping: Mapping{EmptyCells: EmptyKeeps}, Problems: []RowProblem{},
		})
		return err
	})
	return id, err
}

// receive keeps the pieces and reads the beginning of the whole.
func (s *Service) receive(ctx context.Context, actor core.Actor, id int64, upload Upload) (Import, error) {
	content := sha256.New()
	size, err := s.keepPieces(ctx, id, io.TeeReader(upload.File, content))
	if err != nil {
		return Import{}, err
	}
	ctx = core.WithContent(ctx, hex.EncodeToString(content.Sum(nil)))
	done, err := s.readTurn(ctx)
	if err != nil {
		return Import{}, err
	}
	reading, err := s.readBeginning(Import{ID: id, Size: size, Subject: upload.Subject}, s.importFile(ctx, id), 0)
	done()
	if err != nil {
		return Import{}, err
	}
	mapping := Mapping{EmptyCells: EmptyKeeps}
	if mapping.Columns, err = s.suggestColumns(ctx, upload.Subject, actor.ID, reading); err != nil {
		return Import{}, err
	}
	seen, err := s.readWhole(ctx, Import{ID: id, Size: size, Subject: upload.Subject, Reading: reading, Mapping: mapping})
	if err != nil {
		return Import{}, err
	}
	mapping.History = seen.isHistory()
	return core.Once(ctx, s.store, func(tx Tx) (Import, error) {
		imported, err := tx.LockImport(id)
		if err != nil {
			return Import{}, err
		}
		imported.Size, imported.Status, imported.Reading, imported.Mapping = size, Draft, reading, mapping
		if err := tx.UpdateImport(imported); err != nil {
			return Import{}, err
		}
		if err := core.Audit(tx, actor, core.AuditCreate, core.NounImport, id, nil, imported.note()); err != nil {
			return Import{}, err
		}
		return imported, tx.Emit(core.Event{Topic: core.TopicImports, ID: id})
	})
}

func (s *Service) keepPieces(ctx context.Context, id int64, file io.Reader) (size int64, err error) {
	buffer := make([]byte, importPiece)
	for seq := 0; ; seq++ {
		n, readErr := fill(file, buffer)
		if size += int64(n); size > SheetBytesMax {
			return size, core.FieldError("file", "El archivo es demasiado grande: el máximo son 64 MB")
		}
		if n > 0 {
			err := core.Write(ctx, s.store, func(tx Tx) error { return tx.InsertImportPiece(id, seq, buffer[:n]) })
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
	ctx     context.Context
	service *Service
	id      int64
	recent  []heldPiece
}

type heldPiece struct {
	seq   int
	bytes []byte
}

// piecesHeld is how many pieces are kept: a workbook is read at several places
// at once.
const piecesHeld = 4

func (s *Service) importFile(ctx context.Context, id int64) *importFile {
	return &importFile{ctx: ctx, service: s, id: id}
}

// ReadAt implements io.ReaderAt. It ends with its context also where a piece is at hand: a
// small one can unfold to millions of texts.
func (f *importFile) ReadAt(p []byte, offset int64) (n int, err error) {
	for n < len(p) {
		if f.ctx.Err() != nil {
			return n, context.Cause(f.ctx)
		}
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
	err := core.Read(f.ctx, f.service.store, func(tx Tx) (err error) {
		piece, err = tx.ImportPiece(f.id, seq)
		return err
	})
	if core.IsNotFound(err) {
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
