import { useEffect, useRef } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const [width, height] = [48, 32];

const Canvas = styled.canvas`
  display: block;
  width: ${width}px;
  height: ${height}px;
  border: 1px solid ${theme.color.edge};
  background: ${theme.color.raised};
`;

/**
 * A small picture of a file, filling its box. Drawn, because the content security policy allows no pictures from the
 * memory of the page.
 */
export function Thumbnail({ file }: { readonly file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = async () => {
      const picture = await createImageBitmap(file);
      const scale = Math.max(width / picture.width, height / picture.height);
      const [wide, high] = [picture.width * scale, picture.height * scale];
      canvas.current
        ?.getContext('2d')
        ?.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high);
      picture.close();
    };
    // A file that the browser cannot read keeps an empty box.
    void draw().catch(() => undefined);
  }, [file]);
  return <Canvas ref={canvas} width={width} height={height} aria-hidden="true" />;
}
