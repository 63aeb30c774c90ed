import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import NoteDialog from './note-dialog';
import ResolveDialog from './resolve-dialog';
import SnoozeDialog from './snooze-dialog';
import { testAlert } from './test-alert';

function show(dialog: (onClose: () => void) => React.ReactNode) {
  signInWith(['alerts.note', 'alerts.resolve']);
  const onClose = vi.fn();
  renderShellScreen({ path: '/alertas-stock', component: () => dialog(onClose) });
  return onClose;
}

test('a note is sent without the blanks around it, and a blank one is not', async () => {
  const calls = answerCalls({ 'POST /api/alerts/4/notes/': { status: 201, body: { id: 1 } } });
  const onClose = show((close) => <NoteDialog alert={testAlert()} onClose={close} />);
  const save = await screen.findByRole('button', { name: 'Guardar' });
  expect(save).toBeDisabled();
  await userEvent.type(screen.getByLabelText('Nota'), '  Llega el lunes ');
  await userEvent.click(save);
  expect(calls.sentTo('POST /api/alerts/4/notes/')[0]?.body).toEqual({ note: 'Llega el lunes' });
  expect(onClose).toHaveBeenCalledOnce();
});

test('what somebody else has resolved meanwhile is said, and the question stays', async () => {
  answerCalls({
    'POST /api/alerts/4/resolve/': { status: 409, body: { detail: 'Esta alerta ya está resuelta' } },
  });
  const onClose = show((close) => <ResolveDialog alert={testAlert()} onClose={close} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como resuelta' }));
  expect(await screen.findByText(/Esta alerta ya está resuelta/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('an alert rests for as many days as were chosen', async () => {
  const until = vi.fn();
  answerCalls({
    'POST /api/alerts/4/snooze/': ({ body }) => {
      until((body as { until: string }).until);
      return { body: testAlert({ state: 'snoozed', snoozedUntil: '2026-11-18T09:00:00Z' }) };
    },
  });
  const onClose = show((close) => <SnoozeDialog alert={testAlert()} onClose={close} />);
  await userEvent.selectOptions(await screen.findByLabelText('Durante'), '3 días');
  const before = Date.now();
  await userEvent.click(screen.getByRole('button', { name: 'Posponer' }));
  const days = (Date.parse(until.mock.calls[0]?.[0] as string) - before) / (24 * 60 * 60 * 1000);
  expect(days).toBeCloseTo(3, 3);
  expect(onClose).toHaveBeenCalledOnce();
});
