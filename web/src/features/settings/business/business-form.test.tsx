import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderShellScreen } from '@/test-screen';
import type { VersionedSettings } from './api';
import { BusinessForm } from './business-form';

const loaded = {
  settings: {
    businessName: 'Ferretería La Balda',
    location: '',
    supportEmail: '',
    salesCurrency: 'EUR',
    purchaseCurrency: 'USD',
    timeZone: 'Europe/Madrid',
    registration: 'open',
    newAccountRole: 3,
    sellerDiscount: 0,
    taxId: '',
    address: '',
    taxRecoverable: true,
  },
  version: '1',
} as unknown as VersionedSettings;

test('another currency asks for its rate, as long as it is another', async () => {
  renderShellScreen({
    path: '/configuracion',
    component: () => <BusinessForm loaded={loaded} onStartOver={async () => undefined} />,
  });
  const sales = await screen.findByLabelText('Moneda de venta');
  const purchase = screen.getByLabelText('Moneda de compra');
  expect(sales).not.toHaveAccessibleDescription();
  await userEvent.selectOptions(sales, 'USD');
  expect(sales).toHaveAccessibleDescription('Los precios se pasan a la moneda nueva. Los pedidos conservan la suya.');
  expect(purchase).not.toHaveAccessibleDescription();
  await userEvent.selectOptions(purchase, 'EUR');
  expect(purchase).toHaveAccessibleDescription(
    'Los costes medios se pasan a la moneda nueva. Las entradas conservan la suya.',
  );
  expect(screen.getByLabelText('Cuántos EUR vale 1 USD')).toBeVisible();
  await userEvent.selectOptions(sales, 'EUR');
  expect(screen.queryByLabelText('Cuántos USD vale 1 EUR')).toBeNull();
  expect(sales).not.toHaveAccessibleDescription();
});

test('a rate that can be read two ways is asked for again, and one that cannot shows what it does', async () => {
  renderShellScreen({
    path: '/configuracion',
    component: () => <BusinessForm loaded={loaded} onStartOver={async () => undefined} />,
  });
  await userEvent.selectOptions(await screen.findByLabelText('Moneda de compra'), 'COP');
  const rate = screen.getByLabelText('Cuántos COP vale 1 USD');
  await userEvent.type(rate, '4.500');
  await userEvent.click(screen.getByRole('button', { name: 'Guardar Cambios' }));
  expect(rate).toHaveAccessibleDescription(/Puede leerse de dos formas: escribe 4,500 o 4500/);
  await userEvent.clear(rate);
  await userEvent.type(rate, '4.500,5');
  expect(rate).toHaveAccessibleDescription(/100,00\s\$ pasarán a ser 450\.050,00/);
});
