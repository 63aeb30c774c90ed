package catalogue_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/imports"
	"estante/internal/inventory"
	"estante/internal/report"
	"estante/internal/shoptest"
)

// gallery is another machine's pictures.
type gallery struct {
	calls   int
	failure error
	// meanwhile happens while a picture is fetched.
	meanwhile func()
}

func (g *gallery) Picture(_ context.Context, url string) (catalogue.Image, error) {
	g.calls++
	if g.meanwhile != nil {
		g.meanwhile()
	}
	name := catalogue.ImageURL("abc"+url[len(url)-5:len(url)-4], "image/png")
	return catalogue.Image{URL: name, ContentType: "image/png", Bytes: []byte{1}, Thumbnail: []byte{2}}, g.failure
}

// lasting is a failure that no further attempt mends.
type lasting struct{ error }

func (lasting) Permanent() bool { return true }

const elsewhere = "https://fotos.ejemplo.es/1.png"

// pictured makes a product that names a picture of another machine.
func pictured(t *testing.T, s *shoptest.Office, sku, url string) catalogue.Product {
	t.Helper()
	product, err := s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
		SKU: &sku, Name: &sku, ImageURL: &url,
	})
	return shoptest.Must(t, product, err)
}

// fetchAll does what is due and says how many pictures were taken up.
func fetchAll(t *testing.T, s *shoptest.Office, from catalogue.PictureSource) (taken int) {
	t.Helper()
	for {
		more, err := s.Catalogue.FetchPicture(t.Context(), from)
		if !shoptest.Must(t, more, err) {
			return taken
		}
		taken++
	}
}

func shownAs(t *testing.T, s *shoptest.Office, id int64) catalogue.Product {
	t.Helper()
	product, err := s.Catalogue.Product(t.Context(), id)
	return shoptest.Must(t, product, err)
}

// However a product comes to name a picture of another machine, it is fetched, and once for
// all that name it.
func TestAPictureOfAnotherMachineIsFetchedOnceForAllItsProducts(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		first := pictured(t, s, "A", elsewhere)
		twin, err := s.Catalogue.DuplicateProduct(t.Context(), shoptest.Clerk, first.ID, "B")
		shoptest.Must(t, twin, err)
		changed := pictured(t, s, "C", "https://fotos.ejemplo.es/2.png")
		url := elsewhere
		named := catalogue.ProductFields{ImageURL: &url}
		updated, err := s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, changed.ID, named)
		shoptest.Must(t, updated, err)
		gone := pictured(t, s, "D", "https://fotos.ejemplo.es/3.png")
		if err := s.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, gone.ID); err != nil {
			t.Fatal(err)
		}
		if first.ImageURL != elsewhere || first.ImageProblem != "" {
			t.Errorf("before it is fetched a product says %q, %q", first.ImageURL, first.ImageProblem)
		}
		from := &gallery{}
		if taken := fetchAll(t, s, from); taken != 1 || from.calls != 1 {
			t.Errorf("taken up %d times, called %d times", taken, from.calls)
		}
		for _, id := range []int64{first.ID, twin.ID, changed.ID} {
			if p := shownAs(t, s, id); p.ImageURL != "/api/images/abc1.png" || p.ImageSource != elsewhere {
				t.Errorf("%s shows %q of %q", p.SKU, p.ImageURL, p.ImageSource)
			}
		}
		if _, _, err := s.Catalogue.ImageFile(t.Context(), "/api/images/abc1.png", true); err != nil {
			t.Errorf("the picture is not kept: %v", err)
		}
		// The address of before names the picture that there is.
		again, err := s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, first.ID, named)
		if p := shoptest.Must(t, again, err); p.Version != shownAs(t, s, first.ID).Version || p.ImageURL == elsewhere {
			t.Errorf("written again, it became %+v", p)
		}
		// One that was deleted is fetched when it comes back.
		restored, err := s.Catalogue.RestoreProduct(t.Context(), shoptest.Clerk, gone.ID)
		shoptest.Must(t, restored, err)
		if fetchAll(t, s, from); from.calls != 2 || shownAs(t, s, gone.ID).ImageURL != "/api/images/abc3.png" {
			t.Errorf("restored: %d calls, %q", from.calls, shownAs(t, s, gone.ID).ImageURL)
		}
	})
}

// A picture that a person chooses while another is fetched stays, and so does none.
func TestAPictureThatIsChosenMeanwhileStays(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		chosen, own, none := "https://fotos.ejemplo.es/9.png", "/api/images/propia.png", ""
		image := catalogue.Image{URL: own, Bytes: []byte{1}, Thumbnail: []byte{2}}
		if err := s.Catalogue.KeepImage(t.Context(), image); err != nil {
			t.Fatal(err)
		}
		wanted := map[int64]string{}
		for sku, url := range map[string]*string{"A": &chosen, "B": &own, "C": &none} {
			product := pictured(t, s, sku, elsewhere)
			wanted[product.ID] = *url
		}
		from := &gallery{}
		from.meanwhile = func() {
			from.meanwhile = nil
			if more, err := s.Catalogue.FetchPicture(t.Context(), from); more || err != nil {
				t.Errorf("another process took the same picture: %v, %v", more, err)
			}
			for id, url := range wanted {
				product, err := s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, id, catalogue.ProductFields{ImageURL: &url})
				shoptest.Must(t, product, err)
			}
		}
		more, err := s.Catalogue.FetchPicture(t.Context(), from)
		shoptest.Must(t, more, err)
		for id, url := range wanted {
			if p := shownAs(t, s, id); p.ImageURL != url || p.ImageSource != "" {
				t.Errorf("%s shows %q, and %q was chosen", p.SKU, p.ImageURL, url)
			}
		}
		if fetchAll(t, s, from); from.calls != 2 {
			t.Errorf("%d calls", from.calls)
		}
	})
}

// A picture that does not come is tried a few times, with growing pauses; then its products
// say why, until it is named again.
func TestAPictureThatDoesNotComeIsGivenUpWithItsReason(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := pictured(t, s, "A", elsewhere)
		from := &gallery{failure: errors.New("no se pudo")}
		for i, pause := range append([]time.Duration{0}, catalogue.PicturePauses...) {
			if pause > 0 {
				s.Pass(pause - time.Second)
				if taken := fetchAll(t, s, from); taken != 0 {
					t.Errorf("attempt %d came too soon", i)
				}
				s.Pass(time.Second)
			}
			if p := shownAs(t, s, product.ID); p.ImageProblem != "" || p.ImageURL != elsewhere {
				t.Errorf("after %d attempts it says %q", i, p.ImageProblem)
			}
			fetchAll(t, s, from)
		}
		if p := shownAs(t, s, product.ID); p.ImageProblem != "no se pudo" || p.ImageURL != elsewhere {
			t.Errorf("given up, it says %q of %q", p.ImageProblem, p.ImageURL)
		}
		s.Pass(365 * 24 * time.Hour)
		if fetchAll(t, s, from); from.calls != len(catalogue.PicturePauses)+1 {
			t.Errorf("%d calls", from.calls)
		}
		url := elsewhere
		again, err := s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID, catalogue.ProductFields{ImageURL: &url})
		if p := shoptest.Must(t, again, err); p.ImageProblem != "" {
			t.Errorf("named again, it still says %q", p.ImageProblem)
		}
		from.failure = lasting{errors.New("no es una imagen")}
		fetchAll(t, s, from)
		if p := shownAs(t, s, product.ID); p.ImageProblem != "no es una imagen" {
			t.Errorf("what no attempt mends is not given up at once: %q", p.ImageProblem)
		}
		from.failure = nil
		fetchAll(t, s, from)
		another := "https://fotos.ejemplo.es/2.png"
		changed, err := s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID,
			catalogue.ProductFields{ImageURL: &another})
		if p := shoptest.Must(t, changed, err); p.ImageProblem != "" {
			t.Errorf("another picture has the problem of the first: %q", p.ImageProblem)
		}
	})
}

// A picture whose fetches are all cut off, as by a process that dies of it, is given up too.
func TestAPictureThatNeverEndsIsGivenUp(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := pictured(t, s, "A", elsewhere)
		from := &gallery{}
		for range len(catalogue.PicturePauses) + 3 {
			ctx, cancel := context.WithCancel(t.Context())
			from.meanwhile = cancel
			_, _ = s.Catalogue.FetchPicture(ctx, from)
			cancel()
			s.Pass(catalogue.PictureLease)
		}
		if p := shownAs(t, s, product.ID); p.ImageProblem != "La imagen no se pudo leer" {
			t.Errorf("it says %q of %q after %d calls", p.ImageProblem, p.ImageURL, from.calls)
		}
	})
}

// An import whose pictures were fetched since can be undone, and the same file again changes
// nothing.
func TestAnImportIsUndoneWithItsFetchedPictures(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		inv := inventory.New(s.Db, inventory.Options{PasswordWorkers: 1, Sheets: report.Sheets{}})
		s.Inventory = inv
		old := pictured(t, s, "A", "")
		const file = "SKU,Nombre,Imagen\nA,A," + elsewhere + "\nB,B," + elsewhere + "\n"
		brought := shoptest.Bring(t, inv, file)
		if brought.Status != imports.Done {
			t.Fatalf("import %+v", brought)
		}
		from := &gallery{}
		fetchAll(t, s, from)
		if p := shownAs(t, s, old.ID); p.ImageURL != "/api/images/abc1.png" || from.calls != 1 {
			t.Fatalf("the import's picture is %q after %d calls", p.ImageURL, from.calls)
		}
		version := shownAs(t, s, old.ID).Version
		shoptest.Bring(t, inv, file)
		if p := shownAs(t, s, old.ID); p.Version != version {
			t.Errorf("the same file changed it to %q", p.ImageURL)
		}
		if _, err := inv.Imports.UndoImport(t.Context(), shoptest.Clerk, brought.ID); err != nil {
			t.Fatalf("undo: %v", err)
		}
		shoptest.Work(t, inv, brought.ID)
		if p := shownAs(t, s, old.ID); p.ImageURL != "" || p.ImageSource != "" {
			t.Errorf("undone, it shows %q of %q", p.ImageURL, p.ImageSource)
		}
	})
}
