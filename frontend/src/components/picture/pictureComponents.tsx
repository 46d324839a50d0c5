import type { Components, ExtraProps } from 'react-markdown';
import { Picture } from './Picture';
import { PictureFigure } from './PictureFigure';
import { pictureTag } from './pictureSteps';

/** The components for pictures of this server. */
export const pictureComponents = {
  figure: PictureFigure,
  [pictureTag]: ({ node }: ExtraProps) => {
    const { dataFile, dataSource, dataDescription, dataWidth, dataStill, dataCaptioned } =
      node?.properties ?? {};
    return (
      <Picture
        id={String(dataFile)}
        source={String(dataSource)}
        description={String(dataDescription)}
        width={dataWidth === undefined ? null : Number(dataWidth)}
        hasCaption={dataCaptioned !== undefined}
        isStill={dataStill !== undefined}
      />
    );
  },
} as Components;
