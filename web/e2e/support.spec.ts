import type { Page } from '@playwright/test';
import { expect, test } from './support/test';
import { wire } from './support/wire';

function log(page: Page) {
  return page.getByRole('log', { name: 'Conversación' });
}

async function write(page: Page, text: string) {
  await page.getByLabel('Tu mensaje').fill(text);
  await page.getByLabel('Tu mensaje').press('Enter');
}

test('a chat and a ticket are one conversation, live on both sides', async ({ newShop, visit }) => {
  const shop = await newShop();
  const nuria = await shop.newAccount({ role: 'Vendedor' });
  const page = await visit(nuria, '/soporte/chat', { shop });
  const main = page.getByRole('main');
  await expect(main.getByRole('status').getByText('Ahora no hay nadie; te responderemos por aquí.')).toBeVisible();
  await write(page, '¿Dónde veo el valor del inventario?');
  await expect(log(page)).toContainText('¿Dónde veo el valor del inventario?');
  await expect(page.getByLabel('Tu mensaje')).toHaveValue('');

  const admin = await visit(shop.admin, '/soporte/chat', { shop });
  await expect(admin.getByRole('button', { name: 'Notificaciones, 1 sin leer' })).toBeVisible();
  const waiting = admin.getByRole('link', { name: /Núria Peña/ });
  await expect(waiting).toContainText('Sin leer');
  // By keyboard: the sidebar grows under a pointer that has not moved yet.
  await waiting.press('Enter');
  await expect(log(admin)).toContainText('¿Dónde veo el valor del inventario?');
  // Reading it is enough for the bell.
  await expect(admin.getByRole('button', { name: 'Notificaciones', exact: true })).toBeVisible();
  await write(admin, 'En Inventario, arriba.');
  await expect(log(page)).toContainText('En Inventario, arriba.');

  // What cannot be sent stays in the box, and sending it again sends it once.
  const call = 'POST /api/tickets/1/messages/';
  await wire(page).answer(call, { status: 503, body: { detail: 'El servidor está ocupado.' } });
  await write(page, 'Ya lo veo, gracias.');
  await expect(page.getByRole('alert')).toContainText('No se ha enviado. Tu texto sigue aquí');
  await expect(page.getByLabel('Tu mensaje')).toHaveValue('Ya lo veo, gracias.');
  await wire(page).restore(call);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(log(admin)).toContainText('Ya lo veo, gracias.');

  await admin.getByRole('link', { name: 'Abrir como ticket' }).click();
  await expect(admin).toHaveURL('/soporte/tickets/1');
  await admin.getByLabel('Estado').selectOption('Resuelto');
  await expect(log(admin)).toContainText('Resuelto · Tú');
  await page.reload();
  // What is resolved is no longer the chat that goes on, and a user is there now.
  await expect(main.getByText('Carmen Ibáñez está en línea.').first()).toBeVisible();
  await expect(main.getByText('Escribe tu primera pregunta.')).toBeVisible();

  await page.getByRole('link', { name: /^Ticket de soporte/ }).click();
  await page.getByRole('link', { name: '¿Dónde veo el valor del inventario?' }).click();
  await expect(log(page).getByText('Ya lo veo, gracias.')).toHaveCount(1);
  await page.getByRole('button', { name: 'Cerrar ticket' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar ticket' }).click();
  await expect(page.getByText('Este ticket está cerrado.')).toBeVisible();
});

test('answers are found, linked to and lead to a ticket', async ({ newShop, visit }) => {
  const shop = await newShop();
  const page = await visit(await shop.newAccount(), '/soporte#hacer-recuento', { shop });
  const asked = page.getByText('¿Cómo hago un recuento del almacén?');
  await expect(asked).toBeInViewport();
  await expect(page.getByRole('img', { name: /^Un recuento abierto/ })).toBeVisible();

  await page.getByLabel('Buscar en las preguntas').fill('CONTRASENA olvidado');
  await expect(page.getByText('1 respuesta', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/soporte?buscar=CONTRASENA+olvidado');
  await page.getByLabel('Buscar en las preguntas').fill('xilófono');
  await expect(page.getByText('Ninguna pregunta coincide con la búsqueda')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar Todo' }).click();
  await expect(asked).toBeVisible();

  await page.getByRole('button', { name: 'Contactar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nuevo ticket' });
  await expect(dialog.getByLabel('Asunto')).toBeFocused();
  await dialog.getByRole('button', { name: 'Enviar ticket' }).click();
  await expect(dialog.getByLabel('Asunto')).toHaveAccessibleDescription('Escribe un asunto');
  await dialog.getByLabel('Asunto').fill('Etiquetas torcidas');
  await dialog.getByLabel('Prioridad').selectOption('Alta');
  await dialog.getByLabel('Mensaje').fill('Salen giradas.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Etiquetas torcidas' })).toBeVisible();
  await expect(page).toHaveURL('/soporte/tickets/1');
  await expect(log(page)).toContainText('Salen giradas.');
  await page.getByRole('link', { name: 'Volver a los tickets' }).click();
  await expect(page.getByRole('row', { name: /Etiquetas torcidas.*Abierto.*Alta/ })).toBeVisible();

  await wire(page).answer('GET /api/tickets/999/', { status: 404, body: { detail: 'No encontrado' } });
  await page.goto('/soporte/tickets/999');
  await expect(page.getByText('Este ticket no existe')).toBeVisible();
});
