import { CancelButton } from './CancelButton.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { useExportsStore } from './exportsStore.ts';

/** How far the export of this tab is; it can be cancelled as soon as the server has told which one it is. */
export const ProgressToast = () => {
  const id = useExportsStore(({ followed }) => followed?.id ?? null);
  const progress = useExportsStore((exports) => (id === null ? undefined : exports.progress[id]));
  return (
    <div className="mt-1.5 flex items-center gap-3">
      <div className="grid min-w-0 flex-1 gap-1">
        <ExportProgress progress={progress} />
      </div>
      {id !== null && <CancelButton id={id} />}
    </div>
  );
};
