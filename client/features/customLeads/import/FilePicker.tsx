import { FileUp } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { notify } from '#client/components/toasts/notify.ts';
import { cn } from '#client/lib/cn.ts';
import { refuseFile } from './refuseFile.ts';
import { useFileDrop } from './useFileDrop.ts';

type FilePickerProps = {
  onFile: (file: File) => void;
  /** A chosen file is being read or awaits confirmation. Afterwards the same file can be chosen again. */
  isTaken: boolean;
  /** The file that is being read. */
  reading: { fileName: string; share: number } | null;
  onCancel: () => void;
};

const Reading = ({ fileName, share }: { fileName: string; share: number }) => {
  const id = useId();
  return (
    <div className="min-w-0 flex-1 basis-40 animate-appear">
      <p id={id} className="truncate text-[13px]">
        Reading {fileName}
      </p>
      <progress
        aria-labelledby={id}
        max={1}
        value={share}
        className="mt-1.5 block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
};

/** Picks a file of leads, by dialog or by drop. */
export const FilePicker = ({ onFile, isTaken, reading, onCancel }: FilePickerProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isTaken && input.current) input.current.value = '';
  }, [isTaken]);

  const take = (file: File): void => {
    const refusal = refuseFile(file);
    if (refusal === null) {
      onFile(file);
      return;
    }
    notify.error(refusal);
    if (input.current) input.current.value = '';
  };
  const isHovering = useFileDrop(take);
  const handleCancel = (): void => {
    onCancel();
    // The button disappears and would lose the focus.
    input.current?.focus();
  };

  return (
    <div
      className={cn(
        'flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-dashed px-3 py-2 transition-colors',
        isHovering ? 'border-accent bg-accent-tint' : 'border-control/60',
      )}
    >
      <div className="relative">
        <input
          ref={input}
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) take(file);
          }}
        />
        <label
          htmlFor={id}
          className={cn(
            buttonStyles({ size: 'sm' }),
            'peer-hover:border-control peer-hover:bg-hover peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text',
          )}
        >
          <FileUp aria-hidden="true" className="-ml-0.5 size-4" />
          Choose file
        </label>
      </div>
      {reading === null ? (
        <p className="text-[13px] text-muted pointer-coarse:hidden">
          {isHovering ? 'Drop it to see its rows' : 'or drop it here'}
        </p>
      ) : (
        <>
          <Reading {...reading} />
          <Button size="sm" className="animate-appear" onClick={handleCancel}>
            Cancel
          </Button>
        </>
      )}
    </div>
  );
};
