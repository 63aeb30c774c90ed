import { useId, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { currencies } from '@/features/shared/currencies';
import { errorText, isOvertaken } from '@/lib/api-error';
import { chosen, passes, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { formatMoney } from '@/lib/format';
import { parseMoney } from '@/lib/money';
import { parseWhole } from '@/lib/parse-whole';
import { Notice } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Select } from '@/ui/form/select';
import { showFailure } from '@/ui/form/show-failure';
import { Textarea } from '@/ui/form/textarea';
import { Card, CardHeader } from '@/ui/layout/card';
import { roles } from '../roles';
import { SaveBar } from '../save-bar';
import { strings as settingsStrings } from '../strings';
import { type BusinessSettings, useSaveSettings, type VersionedSettings } from './api';
import { timeZones } from './choices';
import { strings } from './strings';

/** Fields deal in text, so numbers are text while they are being edited. */
type Values = Omit<BusinessSettings, 'newAccountRole' | 'sellerDiscount' | 'marginRate' | 'marginRateOn'> & {
  newAccountRole: string;
  sellerDiscount: string;
  /** How many of the sales currency one of the purchase currency is worth where margins are told; empty is none. */
  marginRate: string;
  marginRateOn: string;
  /** How many units of a new currency one of the old is worth. */
  salesRate: string;
  purchaseRate: string;
};

function valuesOf(settings: BusinessSettings): Values {
  return {
    ...settings,
    newAccountRole: String(settings.newAccountRole),
    sellerDiscount: String(settings.sellerDiscount),
    marginRate: settings.marginRate == null ? '' : String(settings.marginRate).replace('.', ','),
    marginRateOn: settings.marginRateOn ?? '',
    salesRate: '',
    purchaseRate: '',
  };
}

/** Points between thousands, as in «1.085», where a rate may well have a decimal point. */
const twoReadings = /^\s*[1-9]\d{0,2}\.\d{3}\s*$/;

/** A rate is read as amounts are; one that can be read two ways restates nothing until it is written otherwise. */
function parseRate(text: string): number | null {
  const rate = twoReadings.test(text) ? null : parseMoney(text);
  return rate !== null && rate > 0 ? rate : null;
}

/** What becomes of a hundred: with it a rate the wrong way round shows before it is saved. */
function rateExample(text: string, from: string, to: string): string {
  const rate = parseRate(text);
  if (rate === null) return strings.rateHint;
  return strings.rateExample(formatMoney(100, from), formatMoney(100 * rate, to));
}

/** The server says where a rate is missing: a shop without amounts needs none. */
function checkRate(text: string): string | true {
  if (twoReadings.test(text)) return strings.rateTwoReadings(text.trim());
  return text.trim() === '' || parseRate(text) !== null || strings.rateInvalid;
}

function ratesOf(values: Values, dirty: Partial<Record<keyof Values, unknown>>) {
  const [salesRate, purchaseRate] = [parseRate(values.salesRate), parseRate(values.purchaseRate)];
  return {
    ...(dirty.salesCurrency && salesRate !== null ? { salesRate } : {}),
    ...(dirty.purchaseCurrency && purchaseRate !== null ? { purchaseRate } : {}),
  };
}

/** A rate goes with its day; an emptied one is taken away. */
function marginOf(values: Values, dirty: Partial<Record<keyof Values, unknown>>) {
  if (!dirty.marginRate && !dirty.marginRateOn) return {};
  return { marginRate: parseRate(values.marginRate), marginRateOn: values.marginRateOn };
}

/** Only what was touched is sent, so that two people can change different things. */
function changeOf(values: Values, dirty: Partial<Record<keyof Values, unknown>>) {
  const { newAccountRole, sellerDiscount, salesRate: _sales, purchaseRate: _purchase, ...rest } = values;
  const { marginRate: _rate, marginRateOn: _on, ...texts } = rest;
  const changed = Object.entries(texts).filter(([name]) => dirty[name as keyof Values]);
  return {
    ...(Object.fromEntries(changed) as Partial<typeof texts>),
    ...ratesOf(values, dirty),
    ...marginOf(values, dirty),
    ...(dirty.newAccountRole ? { newAccountRole: Number(newAccountRole) } : {}),
    ...(dirty.sellerDiscount ? { sellerDiscount: parseWhole(sellerDiscount) ?? 0 } : {}),
  };
}

function checkPercent(text: string): string | true {
  const percent = parseWhole(text);
  return (percent !== null && percent <= 100) || strings.percentInvalid;
}

const businessRules = rulesFor<Values>({
  businessName: chosen(strings.required),
  sellerDiscount: passes(checkPercent),
  salesRate: passes(checkRate),
  purchaseRate: passes(checkRate),
  marginRate: passes(checkRate),
});

type BusinessFormProps = { loaded: VersionedSettings; onStartOver: () => Promise<void> };

export function BusinessForm({ loaded, onStartOver }: BusinessFormProps) {
  const formElement = useRef<HTMLFormElement>(null);
  // The version the person is looking at; a newer one that arrives meanwhile must not hide that a user was faster.
  const version = useRef(loaded.version);
  const form = useCheckedForm(businessRules, valuesOf(loaded.settings));
  const save = useSaveSettings();
  const { dirtyFields } = form.formState;

  async function submit(values: Values) {
    try {
      const saved = await save.mutateAsync({
        change: changeOf(values, dirtyFields),
        version: version.current,
      });
      version.current = saved.version;
      form.reset(valuesOf(saved.settings));
      showToast({ title: settingsStrings.saved });
    } catch (error) {
      if (isOvertaken(error)) return;
      showFailure(form, { error, text: errorText(error), element: formElement.current });
    }
  }

  return (
    <form ref={formElement} noValidate onSubmit={form.handleSubmit(submit)} className="stack-5">
      <IdentityFields form={form} />
      <BuyerFields form={form} />
      <MoneyFields form={form} before={loaded.settings} />
      <RegistrationFields form={form} />
      {isOvertaken(save.error) ? (
        <Notice tone="low" title={settingsStrings.overtaken}>
          <p>{settingsStrings.overtakenText}</p>
          <Button size="sm" className="mt-2" onClick={() => void onStartOver()}>
            {settingsStrings.loadCurrent}
          </Button>
        </Notice>
      ) : null}
      <SaveBar form={form} leaveBody={strings.leaveBody} />
    </form>
  );
}

type FieldsProps = { form: UseFormReturn<Values> };

function IdentityFields({ form }: FieldsProps) {
  const { errors } = form.formState;
  return (
    <Card aria-labelledby="business">
      <CardHeader id="business" title={strings.business} description={strings.businessHint} />
      <div className="grid gap-x-4 gap-y-5 px-4 pb-4 sm:grid-cols-2">
        <Field label={strings.businessName} error={errors.businessName?.message}>
          <Input autoComplete="organization" {...form.register('businessName')} />
        </Field>
        <Field label={strings.location} optional error={errors.location?.message}>
          <Input {...form.register('location')} />
        </Field>
        <Field
          label={strings.supportEmail}
          optional
          hint={strings.supportEmailHint}
          error={errors.supportEmail?.message}
          className="sm:col-span-2"
        >
          <Input type="email" {...form.register('supportEmail')} />
        </Field>
      </div>
    </Card>
  );
}

/** What suppliers read of the business on the purchases that they get, and what becomes of the tax in them. */
function BuyerFields({ form }: FieldsProps) {
  const { errors } = form.formState;
  const hint = useId();
  return (
    <Card aria-labelledby="buyer">
      <CardHeader id="buyer" title={strings.buyer} description={strings.buyerHint} />
      <div className="grid gap-x-4 gap-y-5 px-4 pb-4 sm:grid-cols-2">
        <Field label={strings.taxId} optional error={errors.taxId?.message}>
          <Input maxLength={30} autoComplete="off" {...form.register('taxId')} />
        </Field>
        <Field
          label={strings.address}
          optional
          hint={strings.addressHint}
          error={errors.address?.message}
          className="sm:col-span-2"
        >
          <Textarea rows={3} maxLength={500} autoComplete="street-address" {...form.register('address')} />
        </Field>
        <div className="sm:col-span-2">
          <Checkbox
            label={strings.taxRecoverable}
            checked={form.watch('taxRecoverable')}
            onCheckedChange={(next) => form.setValue('taxRecoverable', next, { shouldDirty: true })}
            describedBy={hint}
          />
          <p id={hint} className="mt-1 pl-7 text-sm text-ink-2">
            {strings.taxRecoverableHint}
          </p>
        </div>
      </div>
    </Card>
  );
}

type RateFieldProps = FieldsProps & { name: 'salesRate' | 'purchaseRate'; from: string; to: string };

/** Asked for while another currency is chosen. */
function RateField({ form, name, from, to }: RateFieldProps) {
  return (
    <Field
      label={strings.rate(from, to)}
      hint={rateExample(form.watch(name), from, to)}
      error={form.formState.errors[name]?.message}
    >
      <Input inputMode="decimal" autoComplete="off" className="num text-right" {...form.register(name)} />
    </Field>
  );
}

function MoneyFields({ form, before }: FieldsProps & { before: BusinessSettings }) {
  const { errors, dirtyFields, defaultValues } = form.formState;
  const [sales, purchase] = [
    defaultValues?.salesCurrency ?? before.salesCurrency,
    defaultValues?.purchaseCurrency ?? before.purchaseCurrency,
  ];
  const { salesCurrency, purchaseCurrency, timeZone } = form.getValues();
  return (
    <Card aria-labelledby="money">
      <CardHeader id="money" title={strings.money} />
      <div className="grid gap-x-4 gap-y-5 px-4 pb-4 sm:grid-cols-2">
        <Field
          label={strings.salesCurrency}
          error={errors.salesCurrency?.message}
          {...(dirtyFields.salesCurrency && { hint: strings.salesCurrencyHint })}
        >
          <Select options={currencies(salesCurrency)} {...form.register('salesCurrency')} />
        </Field>
        <Field
          label={strings.purchaseCurrency}
          error={errors.purchaseCurrency?.message}
          {...(dirtyFields.purchaseCurrency && { hint: strings.purchaseCurrencyHint })}
        >
          <Select options={currencies(purchaseCurrency)} {...form.register('purchaseCurrency')} />
        </Field>
        {dirtyFields.salesCurrency ? (
          <RateField form={form} name="salesRate" from={sales} to={form.watch('salesCurrency')} />
        ) : null}
        {dirtyFields.purchaseCurrency ? (
          <RateField form={form} name="purchaseRate" from={purchase} to={form.watch('purchaseCurrency')} />
        ) : null}
        {salesCurrency === purchaseCurrency ? null : (
          <>
            <Field
              label={strings.marginRate(purchaseCurrency, salesCurrency)}
              optional
              hint={strings.marginRateHint}
              error={errors.marginRate?.message}
            >
              <Input
                inputMode="decimal"
                autoComplete="off"
                className="num text-right"
                {...form.register('marginRate')}
              />
            </Field>
            <Field label={strings.marginRateOn} optional error={errors.marginRateOn?.message}>
              <Input type="date" className="num" {...form.register('marginRateOn')} />
            </Field>
          </>
        )}
        <Field label={strings.timeZone} hint={strings.timeZoneHint} error={errors.timeZone?.message}>
          <Select options={timeZones(timeZone)} {...form.register('timeZone')} />
        </Field>
        <Field label={strings.sellerDiscount} hint={strings.sellerDiscountHint} error={errors.sellerDiscount?.message}>
          <Input integer {...form.register('sellerDiscount')} />
        </Field>
      </div>
    </Card>
  );
}

const registrationModes = Object.entries(strings.registrationModes).map(([value, label]) => ({
  value,
  label,
}));
// A stranger who registers never becomes an administrator; the server refuses it too.
const newAccountRoles = roles.filter((role) => role.value !== '1');

function RegistrationFields({ form }: FieldsProps) {
  const { errors } = form.formState;
  return (
    <Card aria-labelledby="registration">
      <CardHeader id="registration" title={strings.registration} />
      <div className="grid gap-x-4 gap-y-5 px-4 pb-4 sm:grid-cols-2">
        <Field label={strings.registrationMode} error={errors.registration?.message}>
          <Select options={registrationModes} {...form.register('registration')} />
        </Field>
        <Field label={strings.newAccountRole} error={errors.newAccountRole?.message}>
          <Select options={newAccountRoles} {...form.register('newAccountRole')} />
        </Field>
      </div>
    </Card>
  );
}
