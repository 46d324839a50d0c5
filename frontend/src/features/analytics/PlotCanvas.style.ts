import styled from '@emotion/styled';

export const Box = styled.div`
  position: relative;
  width: 100%;

  /* The part of uPlot's styles that is needed without cursor and legend. */
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
