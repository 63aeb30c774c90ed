package purchase

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"estante/internal/core"
)

// ReceiptFile is the photograph of a delivery note, or the note itself.
type ReceiptFile struct {
	ID          int64
	ReceiptID   int64
	Name        string
	ContentType string
	Size        int64
	CreatedBy   int64
	CreatedAt   time.Time
}

// The limits of the files of a receipt.
const (
	receiptFilesMax = 10
	fileNameMax     = 200
	// pdfEnd is how near to its end a PDF says so.
	pdfEnd = 1024
)

// LooksLikePDF says whether a file begins and ends as a PDF does. Nothing in it is ever run or
// shown here: it is handed out again as it came, to be kept.
func LooksLikePDF(file []byte) bool {
	if !bytes.HasPrefix(file, []byte("%PDF-1.")) && !bytes.HasPrefix(file, []byte("%PDF-2.")) {
		return false
	}
	end := file[max(0, len(file)-pdfEnd):]
	return bytes.Contains(end, []byte("%%EOF")) && bytes.Contains(end, []byte("startxref"))
}

// AddReceiptFile keeps a file with a receipt. The caller has looked into it.
func (s *Service) AddReceiptFile(
	ctx context.Context, actor core.Actor, receiptID int64, name, contentType string, content []byte,
) (ReceiptFile, error) {
	return core.Once(ctx, s.store, func(tx Tx) (ReceiptFile, error) {
		receipt, err := tx.ReceiptByID(receiptID)
		if err != nil {
			return ReceiptFile{}, err
		}
		// Of several that come at once none passes the limit.
		if _, err := tx.LockPurchase(receipt.PurchaseID); err != nil {
			return ReceiptFile{}, err
		}
		if receipt, err = tx.ReceiptByID(receiptID); err != nil {
			return ReceiptFile{}, err
		}
		if len(receipt.Files) >= receiptFilesMax {
			return ReceiptFile{}, core.FieldError("file", fmt.Sprintf("Son demasiados archivos: %d como mucho", receiptFilesMax))
		}
		file := ReceiptFile{
			ReceiptID: receiptID, Name: core.Cut(core.Line(name), fileNameMax), ContentType: contentType,
			Size: int64(len(content)), CreatedBy: actor.ID, CreatedAt: tx.Now(),
		}
		if file.ID, err = tx.InsertReceiptFile(file, content); err != nil {
			return ReceiptFile{}, err
		}
		return file, fileChanged(tx, actor, receipt, nil, file.note())
	})
}

// fileNote is what the audit keeps of a file.
type fileNote struct {
	File, ContentType string
	Size              int64
}

func (f ReceiptFile) note() fileNote { return fileNote{f.Name, f.ContentType, f.Size} }

func fileChanged(tx Tx, actor core.Actor, receipt ReceiptRow, before, after any) error {
	if err := core.Audit(tx, actor, core.AuditUpdate, core.NounReceipt, receipt.ID, before, after); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicPurchases, ID: receipt.PurchaseID})
}

// ReceiptFile returns a file of a receipt with what is in it.
func (s *Service) ReceiptFile(ctx context.Context, receiptID, id int64) (file ReceiptFile, content []byte, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		file, content, err = tx.ReceiptFileBytes(receiptID, id)
		return err
	})
	return file, content, err
}

// DeleteReceiptFile removes a file from a receipt.
func (s *Service) DeleteReceiptFile(ctx context.Context, actor core.Actor, receiptID, id int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		receipt, err := tx.ReceiptByID(receiptID)
		if err != nil {
			return core.Nothing{}, err
		}
		file, _, err := tx.ReceiptFileBytes(receiptID, id)
		if err != nil {
			return core.Nothing{}, err
		}
		if err := tx.DeleteReceiptFile(receiptID, id); err != nil {
			return core.Nothing{}, err
		}
		return core.Nothing{}, fileChanged(tx, actor, receipt, file.note(), nil)
	})
	return err
}
