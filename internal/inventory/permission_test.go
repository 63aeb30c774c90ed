package inventory_test

import (
	"testing"

	"estante/internal/inventory"
)

// The table of decisions §7, written out a second time on purpose: a change of
// who may do what should be made twice, knowingly.
func TestPermissions(t *testing.T) {
	everybody := []inventory.Role{inventory.Administrator, inventory.Manager, inventory.Seller, inventory.Viewer}
	onlyAdministrators := []inventory.Role{inventory.Administrator}
	managers := []inventory.Role{inventory.Administrator, inventory.Manager}
	workers := []inventory.Role{inventory.Administrator, inventory.Manager, inventory.Seller}
	for action, allowed := range map[inventory.Action][]inventory.Role{
		inventory.UseAccount:         everybody,
		inventory.ReadSettings:       everybody,
		inventory.ManageSettings:     onlyAdministrators,
		inventory.ManageUsers:        onlyAdministrators,
		inventory.ReadAudit:          onlyAdministrators,
		inventory.ManageIntegrations: onlyAdministrators,
		inventory.ReadProducts:       everybody,
		inventory.EditProducts:       managers,
		inventory.DeleteProducts:     managers,
		inventory.EditPrices:         managers,
		inventory.AdjustStock:        workers,
		inventory.ManageLocations:    onlyAdministrators,
		inventory.ImportFiles:        managers,
		inventory.ReadDeliveries:     managers,
		inventory.HandleDeliveries:   managers,
		inventory.UseTickets:         everybody,
		inventory.AttendTickets:      onlyAdministrators,
		"an action nobody wrote":     nil,
	} {
		for _, role := range everybody {
			want := false
			for _, one := range allowed {
				want = want || one == role
			}
			if got := role.May(action); got != want {
				t.Errorf("%s may %s = %t, want %t", role.Name(), action, got, want)
			}
		}
	}
	if inventory.Role(0).May(inventory.UseAccount) || inventory.Role(9).Valid() {
		t.Error("a role that does not exist may nothing")
	}
}
