import { Type } from 'typebox';
import { ActivityRecordSchema } from '../../../shared/activity/record.ts';

export const ActivitySchema = Type.Array(ActivityRecordSchema);
