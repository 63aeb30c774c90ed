package api_test

import (
	"strings"
	"testing"

	"estante/internal/core"
)

func TestUpdateProfile(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		ana := s.person(t, "ana", core.Viewer)
		s.person(t, "luis", core.Viewer)
		tokens := map[string]string{"ana": s.session(t, ana)}
		const path = "/api/profile/"
		good := object{
			"firstName": " Ana ", "lastName": "Beltrán", "email": "Ana.Beltran@example.com", "middleName": "María",
			"secondLastName": "Ruiz",
		}
		long := strings.Repeat("ñ", 101)
		s.run(t, tokens, []scenario{
			{name: "nothing", method: "PUT", path: path, as: "ana", body: object{}, fields: map[string]string{
				"firstName": "El nombre es requerido", "lastName": "El apellido es requerido", "email": "El email es requerido",
			}},
			{name: "blanks", method: "PUT", path: path, as: "ana", body: object{
				"firstName": " ", "lastName": "", "email": " ",
			}, fields: map[string]string{
				"firstName": "El nombre es requerido", "lastName": "El apellido es requerido", "email": "El email es requerido",
			}},
			{name: "too long", method: "PUT", path: path, as: "ana", body: object{
				"firstName": long, "lastName": long, "middleName": long, "secondLastName": long,
				"email": strings.Repeat("a", 250) + "@a.es",
			}, fields: map[string]string{
				"firstName": "El nombre es demasiado largo", "lastName": "El apellido es demasiado largo",
				"email":      "El email no es válido",
				"middleName": "El segundo nombre es demasiado largo", "secondLastName": "El segundo apellido es demasiado largo",
			}},
			{
				name: "no address", method: "PUT", path: path, as: "ana", body: good.with("email", "ana@"),
				fields: map[string]string{"email": "El email no es válido"},
			},
			{
				name: "two addresses", method: "PUT", path: path, as: "ana", body: good.with("email", "a@b.es,c@d.es"),
				fields: map[string]string{"email": "El email no es válido"},
			},
			{
				name: "a line break", method: "PUT", path: path, as: "ana", body: good.with("email", "a@b.es\nBcc:c@d.es"),
				fields: map[string]string{"email": "El email no es válido"},
			},
			{
				name: "somebody else's address", method: "PUT", path: path, as: "ana", body: good.with("email", "LUIS@example.com"),
				fields: map[string]string{"email": "Ya existe una cuenta con este email"},
			},
			{
				name: "a role", method: "PUT", path: path, as: "ana", body: good.with("roleId", 1),
				fields: map[string]string{"roleId": "Este campo no existe"},
			},
			{
				name: "a username", method: "PUT", path: path, as: "ana", body: good.with("username", "admin"),
				fields: map[string]string{"username": "Este campo no existe"},
			},
			{name: "good", method: "PUT", path: path, as: "ana", body: good, status: 200, gives: map[string]any{
				"user.firstName": "Ana", "user.lastName": "Beltrán", "user.middleName": "María", "user.secondLastName": "Ruiz",
				"user.email": "Ana.Beltran@example.com", "user.username": "ana", "user.dni": "DNI-ana",
			}},
			{
				name: "markup is text", method: "PUT", path: path, as: "ana",
				body: good.with("firstName", "<script>alert(1)</script>"), status: 200, gives: map[string]any{
					"user.firstName": "<script>alert(1)</script>",
				},
			},
			{name: "seen again", method: "GET", path: path, as: "ana", status: 200, gives: map[string]any{
				"firstName": "<script>alert(1)</script>", "idUser": float64(ana.ID), "roles.0.name": "Consulta", "lastLogin": nil,
			}},
			{name: "shorter", method: "PUT", path: path, as: "ana", body: good.with("middleName", absent).with("secondLastName",
				absent), status: 200, gives: map[string]any{
				"user.middleName": "", "user.secondLastName": "",
			}},
		})
	})
}

func TestChangePassword(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		ana := s.person(t, "ana", core.Viewer)
		here, elsewhere := s.session(t, ana), s.session(t, ana)
		const path, all = "/api/profile/change-password/", "Todos los campos son obligatorios"
		good := object{"currentPassword": password, "newPassword": "otra clave más", "confirmPassword": "otra clave más"}
		s.run(t, map[string]string{"ana": here}, []scenario{
			{name: "nothing", method: "POST", path: path, as: "ana", body: object{}, fields: map[string]string{
				"currentPassword": all, "newPassword": all, "confirmPassword": "La confirmación de contraseña es requerida",
			}},
			{name: "blanks", method: "POST", path: path, as: "ana", body: object{
				"currentPassword": "", "newPassword": "", "confirmPassword": "",
			}, fields: map[string]string{
				"currentPassword": all, "newPassword": all, "confirmPassword": all,
			}},
			{
				name: "short", method: "POST", path: path, as: "ana",
				body: good.with("newPassword", "sieteññ").with("confirmPassword", "sieteññ"), fields: map[string]string{
					"newPassword": "La nueva contraseña debe tener al menos 8 caracteres",
				},
			},
			{
				name: "long", method: "POST", path: path, as: "ana",
				body: good.with("newPassword", strings.Repeat("a", 1025)).with("confirmPassword", strings.Repeat("a", 1025)),
				fields: map[string]string{
					"newPassword": "La contraseña es demasiado larga",
				},
			},
			{
				name: "different", method: "POST", path: path, as: "ana", body: good.with("confirmPassword", "otra clave menos"),
				fields: map[string]string{
					"confirmPassword": "Las contraseñas nuevas no coinciden",
				},
			},
			{
				name: "the same", method: "POST", path: path, as: "ana",
				body: good.with("newPassword", password).with("confirmPassword", password), fields: map[string]string{
					"newPassword": "La nueva contraseña debe ser diferente a la actual",
				},
			},
			// A 401 would sign the person out of the page.
			{
				name: "wrong", method: "POST", path: path, as: "ana", body: good.with("currentPassword", "no es esta"),
				fields: map[string]string{
					"currentPassword": "Contraseña actual incorrecta.",
				},
			},
			{name: "good", method: "POST", path: path, as: "ana", body: good, status: 204},
		})
		s.get(t, here, "/api/profile/").mustBe(t, 200)
		s.get(t, elsewhere, "/api/profile/").mustBe(t, 401)
		s.post(t, "", "/api/auth/login/", object{"username": "ana", "password": password}).mustSay(t, 401, badCredentials)
		s.signIn(t, "ana", "otra clave más")
	})
}
