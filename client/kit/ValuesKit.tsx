import { CompactNumber } from '#client/components/values/CompactNumber.tsx';
import { CountBadge } from '#client/components/values/CountBadge.tsx';
import { EmailLink } from '#client/components/buttons/EmailLink.tsx';
import { NamedIcon } from '#client/components/marks/NamedIcon.tsx';
import { JsonTree } from '#client/components/values/JsonTree.tsx';
import { LeadSummary } from '#client/components/values/LeadSummary.tsx';
import { LeftOutSpend } from '#client/components/values/LeftOutSpend.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { CutMiddle } from '#client/components/values/CutMiddle.tsx';
import { OneLine } from '#client/components/values/OneLine.tsx';
import { PersonCard } from '#client/components/values/PersonCard.tsx';
import { formatDateTime, formatDay, formatLongDateTime, formatMoney, formatPercent } from '#client/lib/format.ts';
import { KitState, WideKitState } from './KitSection.tsx';

const lead = {
  id: '5000000000000001',
  field_data: [{ name: 'full_name', values: ['Ada Example'] }],
  is_organic: false,
  seconds: 12.5,
  campaign: null,
};
const instant = '2026-11-21T08:49:14.000Z';

export const ValuesKit = () => (
  <>
    <KitState name="Short for tiles, the whole as a hint">
      <span className="text-2xl font-semibold tabular-nums">
        <CompactNumber value={1_234_567} />
      </span>
      <span className="text-2xl font-semibold tabular-nums">
        <CompactNumber value={98_765.4} currency="EUR" />
      </span>
      <span className="text-2xl font-semibold tabular-nums">
        <CompactNumber value={null} />
      </span>
    </KitState>
    <KitState name="Money, shares, dates, addresses, nothing">
      <span>{formatMoney(1240.5, 'JPY')}</span>
      <span>{formatPercent(0.05)}</span>
      <span>{formatDay('2026-11-21')}</span>
      <span>{formatDateTime(instant)}</span>
      <span>{formatLongDateTime(instant)}</span>
      <EmailLink address="ada@example.test" />
      <EmailLink address="not an address" />
      <NoValue />
      <NamedIcon platform="google" />
    </KitState>
    <KitState name="The number on a button">
      <CountBadge count={3} />
      <CountBadge count={128} />
    </KitState>
    <KitState name="A cost per lead, with the spend that it leaves out">
      <span className="text-right">
        {formatMoney(20, 'EUR')}
        <LeftOutSpend spend={300} leadSpend={80} currency="EUR" />
      </span>
    </KitState>
    <KitState name="A name in one line, cut at its end">
      <span className="w-32">
        <OneLine>Ada Example of the Example Company</OneLine>
      </span>
      <span className="w-32">
        <OneLine>اسم طويل جدا مكتوب باللغة العربية</OneLine>
      </span>
    </KitState>
    <KitState name="A name in one line, cut in its middle">
      <span className="w-48">
        <CutMiddle text="Example Company | Search | Spring offer" />
      </span>
    </KitState>
    <WideKitState name="A lead in a line">
      <div className="flex max-w-xs items-center gap-3 text-sm">
        <LeadSummary lead={{ name: 'Ada Example', formName: 'Newsletter', createdAt: instant }} />
      </div>
    </WideKitState>
    <WideKitState name="A lead on a card">
      <div className="max-w-xs">
        <PersonCard name="Ada Example" email="ada@example.test" phone="+44 7400 123401" facts="Newsletter" />
      </div>
    </WideKitState>
    <WideKitState name="JSON">
      <JsonTree value={lead} label="A lead" />
    </WideKitState>
  </>
);
