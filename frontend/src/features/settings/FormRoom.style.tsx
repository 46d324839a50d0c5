import styled from '@emotion/styled';

/** As high as the form for a new password, so that nothing below it moves when that comes. */
export const FormRoom = styled.div`
  min-height: 552px;
`;
