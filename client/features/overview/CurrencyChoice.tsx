import { Segments } from '#client/components/layout/Segments.tsx';
import type { Overview } from '#shared/contracts/overview.ts';
import { currenciesOf, currencyName } from './metrics/metrics.ts';
import type { Currency } from './metrics/metrics.ts';

type CurrencyChoiceProps = { overview: Overview; selected: Currency; onSelect: (currency: Currency) => void };

/** Selects one of several currencies, because their amounts cannot be added up. */
export const CurrencyChoice = ({ overview, selected, onSelect }: CurrencyChoiceProps) => {
  const currencies = currenciesOf(overview);
  if (currencies.length < 2) return null;
  return (
    <Segments
      label="Currency"
      options={currencies.map((currency) => ({ id: currencyName(currency), label: currencyName(currency) }))}
      selected={currencyName(selected)}
      onSelect={(name) => onSelect(currencies.find((currency) => currencyName(currency) === name) ?? null)}
    />
  );
};
