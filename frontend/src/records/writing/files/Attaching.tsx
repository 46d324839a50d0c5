import styled from '@emotion/styled';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { PartFailed } from '@/components/PartFailed';
import type { FormHandle } from '@/components/form/formStore';
import type { AttachedFile } from '@/lib/attachedFiles';
import type { UploadZoneProps } from './UploadZone';

/** As high as the zone without files, so that nothing moves when it arrives. */
const Reserved = styled.div`
  min-height: 56px;
`;

const Zone = lazyPart<UploadZoneProps>(
  async () => (await import(/* webpackChunkName: "file-rows" */ './UploadZone')).UploadZone,
  { waiting: <Reserved />, Failed: PartFailed },
);

interface FormValues {
  readonly title: string;
  readonly content: string;
  readonly files: readonly AttachedFile[];
}

interface AttachingProps<Values extends FormValues> extends Omit<UploadZoneProps, 'form'> {
  readonly form: FormHandle<Values>;
}

/** Where files are attached to a form. Its code is loaded after that of the form. */
export function Attaching<Values extends FormValues>({ form, ...rest }: AttachingProps<Values>) {
  usePreload(Zone);
  return <Zone form={form as unknown as UploadZoneProps['form']} {...rest} />;
}
