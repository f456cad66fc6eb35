import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { Kbd } from '#client/components/values/Kbd.tsx';
import { shortcutGroups } from './shortcutGroups.ts';
import type { Shortcut } from './shortcuts.ts';

const Keys = ({ keys, modifier }: Shortcut) => (
  <>
    {modifier !== undefined && (
      <>
        <Kbd value={modifier} />
        <span className="text-xs">+</span>
      </>
    )}
    {keys.map((key, index) => (
      // A key may repeat, as in `g` then `g`.
      <span key={index === 0 ? 'first' : 'then'} className="inline-flex items-center gap-1">
        {index > 0 && <span className="text-xs">then</span>}
        <Kbd value={key} />
      </span>
    ))}
  </>
);

/** All shortcuts, grouped by where they work. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <div className="gap-x-8 sm:columns-2">
      {shortcutGroups.map(({ title, shortcuts }) => (
        <section key={title} className="mb-5 break-inside-avoid">
          <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
          <dl>
            {shortcuts.map((shortcut) => (
              <div
                key={shortcut.label}
                className="flex min-h-8 items-center justify-between gap-4 border-b border-hairline py-1 text-[13px] last:border-b-0"
              >
                <dt>{shortcut.label}</dt>
                <dd className="flex shrink-0 items-center gap-1 text-muted">
                  <Keys {...shortcut} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);
