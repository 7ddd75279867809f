import { useEffect, useState } from 'react';

/**
 * Object URL of a file in memory; undefined until it is created. It is revoked when the file changes or the component
 * unmounts.
 */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const next = URL.createObjectURL(file);
    setUrl(next);
    return () => URL.revokeObjectURL(next);
  }, [file]);
  return url;
}
