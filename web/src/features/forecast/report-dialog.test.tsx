import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { answerCalls, type Reply, renderShellScreen, signInWith } from '@/test-screen';
import ReportDialog from './report-dialog';

const file = 'GET /api/forecast/reports/1/file/';

/** The window of the reports, which is opened and closed by its screen. */
function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      {open ? <ReportDialog filters={{}} count="2 productos" onClose={() => setOpen(false)} /> : null}
    </>
  );
}

test('a report that is done closes its own window and no other', async () => {
  signInWith([]);
  Object.assign(URL, { createObjectURL: () => 'blob:report', revokeObjectURL: () => undefined });
  let finish: (reply: Reply) => void = () => undefined;
  const written = new Promise<Reply>((resolve) => {
    finish = resolve;
  });
  const { sentTo } = answerCalls({ 'POST /api/forecast/reports/': () => written, [file]: { body: {} } });
  renderShellScreen({ path: '/prevision-stock', component: Page });
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Abrir' }));
  await screen.findByRole('button', { name: 'Abrir' });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Generar' }));
  await userEvent.click((await screen.findAllByRole('button', { name: 'Cerrar' })).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await open();
  expect(await screen.findByRole('dialog')).toBeVisible();
  finish({ body: { id: 1, state: 'done', fileName: 'prevision.pdf' } });
  await waitFor(() => expect(sentTo(file)).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.getByRole('dialog')).toBeVisible();
});
