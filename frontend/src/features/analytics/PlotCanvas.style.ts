import styled from '@emotion/styled';

export const Box = styled.div`
  position: relative;
  width: 100%;

  /* As much of uPlot's styles as a drawing without cursor and legend needs. */
  .uplot,
  .u-wrap {
    position: relative;
  }

  .u-over,
  .u-under,
  .u-axis {
    position: absolute;
  }

  canvas {
    display: block;
    width: 100%;
    height: 100%;
  }
`;
