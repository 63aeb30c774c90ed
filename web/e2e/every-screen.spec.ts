import { expectAccessibleInBothThemes, phone, wide } from './support/axe';
import { expectNoSidewaysScroll, expectStill } from './support/layout';
import { detailPaths, signedInPaths } from './support/screens';
import { test } from './support/test';

// Many looks at one screen after the other.
test.setTimeout(180_000);

/** Ten rows have every kind of cell that twenty have. */
const shortLists = [
  '/productos',
  '/inventario',
  '/pedidos',
  '/pedidos/entregas',
  '/entrada-stock',
  '/prevision-stock',
  '/alertas-stock',
  '/configuracion?seccion=registro',
];

/** What lies one step deeper; the frame around it has been looked at with every other screen. */
const details = { within: ['main'] };

for (const path of [...signedInPaths, ...detailPaths]) {
  test(`${path} keeps still, fits and is accessible`, async ({ demoShop, visit }) => {
    const address = shortLists.includes(path) ? `${path}${path.includes('?') ? '&' : '?'}porPagina=10` : path;
    const narrowed = detailPaths.includes(path) ? details : {};
    const page = await visit(demoShop.admin, address, { shop: demoShop, viewport: wide.size });
    await expectStill(page, `${path}, ${wide.name}`);
    await expectAccessibleInBothThemes(page, `${path}, ${wide.name}`, narrowed);
    await page.setViewportSize(phone.size);
    await page.goto(address);
    await expectStill(page, `${path}, ${phone.name}`);
    await expectAccessibleInBothThemes(page, `${path}, ${phone.name}`, narrowed);
    await expectNoSidewaysScroll(page, path);
  });
}
