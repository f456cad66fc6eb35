import { CancelButton } from './CancelButton.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { followedExport, useExportsStore } from './state/exportsStore.ts';

/** Progress of this tab's export. The export can be canceled once the server has sent its id. */
export const ProgressToast = () => {
  const followed = useExportsStore(followedExport);
  const id = followed?.id ?? null;
  return (
    <div className="mt-1.5 flex items-center gap-3">
      <div className="grid min-w-0 flex-1 gap-1">
        <ExportProgress progress={followed?.progress ?? null} />
      </div>
      {id !== null && <CancelButton id={id} />}
    </div>
  );
};
