import { useState } from 'react';
import { DateField } from '#client/components/forms/DateField.tsx';
import { PeriodChooser } from '#client/components/forms/PeriodChooser.tsx';
import { RangeFields } from '#client/components/forms/RangeFields.tsx';
import { Segments } from '#client/components/layout/Segments.tsx';
import { ShareBar } from '#client/components/values/ShareBar.tsx';
import type { TrendLine } from '#client/components/trend/TrendLine.ts';
import { TrendChart } from '#client/components/trend/TrendChart.tsx';
import { formatInteger } from '#client/lib/format.ts';
import { readRange } from '#client/lib/address/rangeAddress.ts';
import type { RangeAddress } from '#client/lib/address/rangeAddress.ts';
import { addDays, quickSelectRange } from '#shared/lib/dateRange.ts';
import { KitState, WideKitState } from './KitSection.tsx';

const today = '2026-11-21';
const days = Array.from({ length: 30 }, (_day, index) => addDays(today, index - 29));
const wave = (height: number, shift: number): number[] =>
  days.map((_day, index) => Math.round(height * (2 + Math.sin(index / 3 + shift))));
const previous = { titles: days.map((day) => addDays(day, -30)), values: wave(18, 2) };
const total: TrendLine = { label: 'Leads', color: 'text-accent-text', values: wave(20, 0) };
const gaps: TrendLine = { ...total, values: wave(20, 0).map((value, index) => (index % 7 < 2 ? null : value)) };
const platforms: readonly TrendLine[] = [
  { label: 'Google', color: 'text-series-2', values: wave(12, 1) },
  { label: 'Facebook', color: 'text-series-1', values: wave(20, 0) },
  { label: 'TikTok', color: 'text-series-3', values: wave(5, 3) },
];
const band = { label: 'Expected', low: wave(14, 0), high: wave(24, 0) };
const common = {
  days,
  titles: days,
  format: formatInteger,
  formatTick: formatInteger,
  isWhole: true,
  isStartOpen: false,
  isEndOpen: true,
};
const splits = [
  { id: 'total', label: 'Total' },
  { id: 'platforms', label: 'By platform' },
] as const;

const Period = () => {
  const [{ range, quickSelect }, setDays] = useState<RangeAddress>({
    range: quickSelectRange('last7Days', today),
    quickSelect: 'last7Days',
  });
  return (
    <>
      <KitState name="Period">
        <PeriodChooser
          range={range}
          quickSelect={quickSelect}
          onChange={(chosen) => setDays(readRange({ ...chosen, period: null }))}
        />
      </KitState>
      <KitState name="A day within bounds">
        <DateField
          label="Start date"
          value={range.since}
          min="2024-11-21"
          max={range.until}
          onChange={(since) => setDays({ range: { ...range, since }, quickSelect: null })}
          onFocus={() => undefined}
        />
      </KitState>
      <WideKitState name="Days one by one, or a period">
        <RangeFields range={range} quickSelect={quickSelect} today={today} onChange={setDays} />
      </WideKitState>
    </>
  );
};

export const ChartsKit = () => {
  const [split, setSplit] = useState<'total' | 'platforms'>('total');
  return (
    <>
      <Period />
      <KitState name="A choice in sight">
        <Segments label="Lines" options={splits} selected={split} onSelect={setSplit} />
      </KitState>
      <WideKitState name="One line, the period before, and a day that is not over">
        <TrendChart {...common} label="Leads by day" lines={[total]} previous={previous} />
      </WideKitState>
      <WideKitState name="Days that may still change">
        <TrendChart {...common} label="Leads of open days" lines={[total]} openFrom={24} />
      </WideKitState>
      <WideKitState name="An expected range, and the days in question">
        <TrendChart
          {...common}
          label="Leads and what was expected"
          lines={[total]}
          band={band}
          marked={{ from: 22, to: 29 }}
        />
      </WideKitState>
      <WideKitState name="A line for each platform">
        <TrendChart {...common} label="Leads by day and platform" lines={platforms} />
      </WideKitState>
      <WideKitState name="Gaps, in a narrow place">
        <div className="max-w-80">
          <TrendChart {...common} label="Leads with gaps" lines={[gaps]} height={176} />
        </div>
      </WideKitState>
      <KitState name="Shares">
        {[0, 0.02, 0.4, 1].map((share) => (
          <span key={share} className="w-32 text-accent-text">
            <ShareBar share={share} />
          </span>
        ))}
      </KitState>
    </>
  );
};
