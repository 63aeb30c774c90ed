// @vitest-environment node
import { expect, test } from 'vitest';
import { chosen, filled, lines, passes, passesAt, rulesFor } from './checked-form';

type Trip = { name: string; from: string; to: string; stops: { units: string }[]; note: string };

const rules = rulesFor<Trip>({
  name: filled('sin nombre'),
  from: chosen('sin origen'),
  note: passes<string>((text) => text.length < 20 || 'demasiado larga'),
  stops: lines<Trip['stops'][number]>(({ units }) => ({ units: /^\d+$/.test(units) || 'sin unidades' })),
}).check(passesAt('to', ({ from, to }) => from !== to || 'no se mueve'));

const trip: Trip = { name: 'uno', from: 'a', to: 'b', stops: [{ units: '2' }], note: 'tal cual' };

function wrong(change: Partial<Trip>): Record<string, string> {
  const { error } = rules.safeParse({ ...trip, ...change });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

test('what keeps the rules comes through whole, with the fields that have none', () => {
  expect(rules.parse(trip)).toEqual(trip);
});

test('every field that is wrong says so at once, those in lines and those that look at others too', () => {
  expect(wrong({ name: '  ', from: '', to: '', stops: [{ units: '2' }, { units: 'dos' }] })).toEqual({
    name: 'sin nombre',
    from: 'sin origen',
    'stops.1.units': 'sin unidades',
    to: 'no se mueve',
  });
});
