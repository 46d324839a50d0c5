import styled from '@emotion/styled';

/** Keeps the room of what is being loaded, so that nothing moves when it arrives. It is neither seen, read out nor focused. */
export const Reserved = styled.span`
  display: contents;
  visibility: hidden;
`;
