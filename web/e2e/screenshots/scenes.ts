import { expect, type Page } from '@playwright/test';

/** A picture to take: where, and what to do there first. */
export type Scene = { name: string; path: string; act?: (page: Page) => Promise<void> };

/** By keyboard: the sidebar grows under a pointer that comes near it. */
async function openFirst(page: Page, table: string) {
  const row = page.getByRole('table', { name: table }).getByRole('row').nth(1);
  await row.getByRole('link').first().press('Enter');
}

async function newTicketAnswered(page: Page) {
  await page.getByRole('link', { name: /lector no suma/ }).press('Enter');
  await expect(page.getByRole('log', { name: 'Conversación' })).toContainText('pasillo 3');
}

async function openStocktake(page: Page) {
  await page.getByRole('button', { name: 'Nuevo recuento' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Abrir recuento' }).click();
  await expect(page.getByRole('table', { name: 'Productos del recuento' })).toBeVisible();
  const boxes = page.getByRole('textbox', { name: /^Contado de/ });
  for (const place of [0, 1, 2]) {
    await boxes.nth(place).fill('12');
    await boxes.nth(place).press('Enter');
  }
  await expect(page.getByText(/^3 de \d+$/)).toBeVisible();
}

/** Those of the questions and answers. */
export const faqScenes: Scene[] = [
  { name: 'productos', path: '/productos' },
  {
    name: 'producto-nuevo',
    path: '/productos',
    act: async (page) => {
      await page.getByRole('button', { name: 'Nuevo Producto' }).click();
      await page.getByRole('dialog').getByLabel('Nombre').fill('Llave inglesa 10″');
    },
  },
  { name: 'importar', path: '/productos/importar' },
  {
    name: 'ajustar-stock',
    path: '/productos',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Ajustar stock de/ })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel('Cantidad').fill('24');
    },
  },
  { name: 'entradas', path: '/entrada-stock' },
  { name: 'movimientos', path: '/inventario?tab=movimientos' },
  { name: 'recuento', path: '/inventario?tab=recuentos', act: openStocktake },
  { name: 'pedidos', path: '/pedidos' },
  {
    name: 'pedido',
    path: '/pedidos?estado=processing',
    act: async (page) => {
      await openFirst(page, 'Pedidos');
      await expect(page.getByRole('heading', { level: 1, name: /^Pedido / })).toBeVisible();
    },
  },
  { name: 'integraciones', path: '/configuracion?seccion=integraciones' },
  {
    name: 'prevision',
    path: '/prevision-stock',
    act: async (page) => {
      await openFirst(page, 'Previsión por producto');
      await expect(page.getByRole('img', { name: /^Ventas por semana/ })).toBeVisible();
    },
  },
  { name: 'alertas', path: '/alertas-stock' },
  { name: 'notificaciones', path: '/configuracion?seccion=notificaciones' },
  {
    name: 'paleta',
    path: '/dashboard',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('tala');
      await expect(page.getByRole('option', { name: /Taladro/ }).first()).toBeVisible();
    },
  },
  { name: 'chat', path: '/soporte/chat', act: newTicketAnswered },
];

/** Those of the README, light, dark and on a phone. */
export const readmeScenes: (Scene & { dark?: boolean; phone?: boolean })[] = [
  { name: 'dashboard', path: '/dashboard' },
  { name: 'productos', path: '/productos' },
  { name: 'prevision', path: '/prevision-stock', dark: true },
  { name: 'movil', path: '/productos', phone: true },
];
