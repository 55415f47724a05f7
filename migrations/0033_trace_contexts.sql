-- The W3C trace context of the call that caused a schedule or a delivery, if the process sends traces.
alter table schedules add column traceparent text;

alter table deliveries add column traceparent text;
