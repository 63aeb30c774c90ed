package core_test

import (
	"testing"

	"estante/internal/core"
)

// The table of decisions §7, written out a second time on purpose: a change of
// who may do what should be made twice, knowingly.
func TestPermissions(t *testing.T) {
	everybody := []core.Role{core.Administrator, core.Manager, core.Seller, core.Viewer}
	onlyAdministrators := []core.Role{core.Administrator}
	managers := []core.Role{core.Administrator, core.Manager}
	workers := []core.Role{core.Administrator, core.Manager, core.Seller}
	for action, allowed := range map[core.Action][]core.Role{
		core.UseAccount:          everybody,
		core.ReadSettings:        everybody,
		core.ManageSettings:      onlyAdministrators,
		core.ManageUsers:         onlyAdministrators,
		core.ReadAudit:           onlyAdministrators,
		core.ManageIntegrations:  onlyAdministrators,
		core.ReadProducts:        everybody,
		core.EditProducts:        managers,
		core.DeleteProducts:      managers,
		core.EditPrices:          managers,
		core.AdjustStock:         workers,
		core.ManageLocations:     onlyAdministrators,
		core.ImportFiles:         managers,
		core.ReadDeliveries:      managers,
		core.HandleDeliveries:    managers,
		core.UseTickets:          everybody,
		core.AttendTickets:       onlyAdministrators,
		"an action nobody wrote": nil,
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
	if core.Role(0).May(core.UseAccount) || core.Role(9).Valid() {
		t.Error("a role that does not exist may nothing")
	}
}
