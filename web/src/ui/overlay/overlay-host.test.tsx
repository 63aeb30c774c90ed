import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { OverlayHost, useOverlay } from './overlay-host';

function Row() {
  const show = useOverlay();
  const open = () =>
    show((close) => (
      <section aria-label="Renombrar">
        <input aria-label="Nombre" />
        <button type="button" onClick={close}>
          Cerrar
        </button>
      </section>
    ));
  return (
    <button type="button" onClick={open}>
      Abrir
    </button>
  );
}

function List() {
  const [hasRow, setRow] = useState(true);
  return (
    <>
      <OverlayHost>{hasRow ? <Row /> : null}</OverlayHost>
      <button type="button" onClick={() => setRow(false)}>
        Quitar la fila
      </button>
    </>
  );
}

test('what a row opened keeps what was typed when the row goes, and closes when it is told to', async () => {
  render(<List />);
  await userEvent.click(screen.getByRole('button', { name: 'Abrir' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Almacén norte');
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la fila' }));
  expect(screen.queryByRole('button', { name: 'Abrir' })).not.toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Almacén norte');
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(screen.queryByRole('region', { name: 'Renombrar' })).not.toBeInTheDocument();
});
