import styled from '@emotion/styled';

/** The fields of a form, one under another. */
export const FormBox = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`;

/** The buttons at its foot. */
export const FormFoot = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 4px;
`;
