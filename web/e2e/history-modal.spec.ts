import type { Locator, Page } from '@playwright/test';
import { retry } from './support/screen';
import type { Account } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const list = 'GET /api/movements/';
const dayMs = 24 * 60 * 60 * 1000;

function modal(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Historial de Movimientos' });
}

function rows(page: Page): Locator {
  return modal(page).getByRole('list', { name: 'Movimientos' }).getByRole('listitem');
}

async function openHistory(page: Page) {
  await page.getByRole('button', { name: 'Ver todo' }).click();
  await expect(modal(page)).toBeVisible();
}

/** A session that is still good when the page believes that it is much later. */
function longLived(account: Account): Account {
  return { ...account, session: { ...account.session, expiresAt: '2100-01-01T00:00:00Z' } };
}

test('the history shows every movement and finds products and people', async ({ stockroom }) => {
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor', firstName: 'Ñoño', lastName: 'Zúñiga' });
  const shelf = await stockroom.product({ name: 'Balda', currentStock: 1_500 });
  const nail = await stockroom.product({ name: 'Clavo', currentStock: 9 });
  await stockroom.adjust(nail, { type: 'out', quantity: 4 }, seller);
  await stockroom.adjust(shelf, { type: 'out', quantity: 36 });
  const page = await stockroom.visit('/dashboard', { colorScheme: 'light' });
  await openHistory(page);
  const search = modal(page).getByRole('searchbox', { name: 'Buscar por producto o usuario...' });
  await expect(search).toBeFocused();
  await expect(search).toHaveAttribute('placeholder', 'Buscar por producto o usuario...');
  await expect(modal(page).getByRole('radiogroup', { name: 'Periodo' }).getByRole('radio')).toHaveCount(4);
  await expect(modal(page).getByRole('radio', { name: 'Todo' })).toBeChecked();
  await expect(modal(page)).toContainText('Total de movimientos encontrados: 4');
  await expect(rows(page)).toHaveText([
    /^BaldaSalida · \d\d\/\d\d\/\d{4}, \d\d:\d\d · Carmen Ibáñez−36$/,
    /^ClavoSalida · .* · Ñoño Zúñiga−4$/,
    /^ClavoEntrada · .*\+9$/,
    /^BaldaEntrada · .*\+1\.500$/,
  ]);
  await expect(rows(page).getByText('−36')).toHaveCSS('color', 'rgb(160, 20, 34)');
  await expect(rows(page).getByText('+9')).toHaveCSS('color', 'rgb(20, 97, 59)');
  // It lies above everything else on the page, in a container of its own.
  await expect(page.locator('#movement-history')).toHaveCSS('z-index', '999999');

  await search.fill('BALDÁ');
  await expect(rows(page)).toHaveCount(2);
  await expect(modal(page)).toContainText('Total de movimientos encontrados: 2');
  await search.fill('zuniga');
  await expect(rows(page)).toHaveText([/^Clavo/]);
  await search.fill('no existe');
  await expect(modal(page).getByText('No se encontraron movimientos para los filtros seleccionados.')).toBeVisible();
  await expect(modal(page)).toContainText('Total de movimientos encontrados: 0');
  await modal(page).getByRole('button', { name: 'Borrar la búsqueda' }).click();
  await expect(rows(page)).toHaveCount(4);
  await stockroom.sell(shelf, 2);
  await expect(modal(page)).toContainText('Total de movimientos encontrados: 5');
  await modal(page).getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(modal(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Ver todo' })).toBeFocused();
});

test('a week, a month and a year reach as far as they say', async ({ stockroom }) => {
  await stockroom.product({ currentStock: 3 });
  const page = await stockroom.visit('/dashboard', { as: longLived(stockroom.shop.admin), clock: true });
  const none = modal(page).getByText('No se encontraron movimientos para los filtros seleccionados.');
  for (const [days, periods] of [
    [0, { Todo: 1, 'Esta Semana': 1, 'Este Mes': 1, 'Este Año': 1 }],
    [10, { 'Esta Semana': 0, 'Este Mes': 1 }],
    [40, { 'Este Mes': 0, 'Este Año': 1 }],
    [400, { 'Este Año': 0, Todo: 1 }],
  ] as const) {
    await page.clock.setSystemTime(Date.now() + days * dayMs);
    await openHistory(page);
    for (const [period, found] of Object.entries(periods)) {
      await modal(page).getByRole('radio', { name: period }).check();
      if (found === 0) await expect(none).toBeVisible();
      else await expect(rows(page)).toHaveCount(found);
      await expect(modal(page)).toContainText(`Total de movimientos encontrados: ${found}`);
    }
    await page.keyboard.press('Escape');
    await expect(modal(page)).toHaveCount(0);
  }
});

test('a long history grows at its end, and a failure is said', async ({ stockroom }) => {
  await stockroom.products(52, { currentStock: 1 });
  const page = await stockroom.visit('/dashboard', { clock: true });
  await expect(page.getByRole('button', { name: 'Ver todo' })).toBeVisible();
  const release = await wire(page).hold(list);
  await openHistory(page);
  await expect(modal(page).getByRole('status', { name: 'Cargando historial...' })).toBeVisible();
  await release();
  await expect(rows(page)).toHaveCount(50);
  await expect(modal(page)).toContainText('Total de movimientos encontrados: 52');
  const more = await wire(page).hold(list);
  await modal(page).getByRole('button', { name: 'Ver más movimientos' }).click();
  await expect(modal(page).getByRole('button', { name: 'Cargando…' })).toBeVisible();
  await more();
  await expect(rows(page)).toHaveCount(52);
  await expect(modal(page).getByRole('button', { name: 'Ver más movimientos' })).toHaveCount(0);

  await wire(page).answer(list, { status: 500, body: { detail: 'Libro cerrado' } });
  await modal(page).getByRole('radio', { name: 'Esta Semana' }).check();
  await page.clock.runFor(3_000);
  const banner = modal(page).getByRole('alert').filter({ hasText: 'Error al obtener historial de movimientos' });
  await expect(banner).toContainText('Libro cerrado');
  await wire(page).restore(list);
  await retry(banner);
  await expect(rows(page)).toHaveCount(50);
});
