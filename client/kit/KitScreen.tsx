import './kit.css';
import type { ComponentType } from 'react';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { ThemeMenu } from '../app/layout/ThemeMenu.tsx';
import { ButtonsKit } from './ButtonsKit.tsx';
import { ChartsKit } from './ChartsKit.tsx';
import { FieldsKit } from './FieldsKit.tsx';
import { KitContents, KitSection } from './KitSection.tsx';
import { MessagesKit } from './MessagesKit.tsx';
import { NavigationKit } from './NavigationKit.tsx';
import { OverlaysKit } from './OverlaysKit.tsx';
import { TablesKit } from './TablesKit.tsx';
import { TokensKit } from './TokensKit.tsx';
import { ValuesKit } from './ValuesKit.tsx';

const sections: readonly { title: string; Content: ComponentType }[] = [
  { title: 'Tokens', Content: TokensKit },
  { title: 'Buttons', Content: ButtonsKit },
  { title: 'Fields', Content: FieldsKit },
  { title: 'Dialogs and menus', Content: OverlaysKit },
  { title: 'Tables', Content: TablesKit },
  { title: 'Charts and dates', Content: ChartsKit },
  { title: 'Navigation', Content: NavigationKit },
  { title: 'Messages', Content: MessagesKit },
  { title: 'Values', Content: ValuesKit },
];

/** Every component in every state and both themes. For developers, at `/dev/kit` of `npm run dev` only. */
export const KitScreen = () => (
  <main className="mx-auto max-w-6xl p-4 md:p-6">
    <PageHeader
      title="Leadlight kit"
      subtitle="Every part in every state, for developers; no build has this page"
      actions={<ThemeMenu />}
    />
    <div className="grid gap-6 lg:grid-cols-[10rem_minmax(0,1fr)]">
      <KitContents titles={sections.map(({ title }) => title)} />
      <div className="grid grid-cols-1 gap-10">
        {sections.map(({ title, Content }) => (
          <KitSection key={title} title={title}>
            <Content />
          </KitSection>
        ))}
      </div>
    </div>
  </main>
);
