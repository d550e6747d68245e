-- The mail of a request is sent later, perhaps by another process, and belongs to the request's trace.

alter table outbox add column traceparent text
    constraint outbox_traceparent_length check (char_length(traceparent) between 1 and 55);
comment on column outbox.traceparent is
    'The span that queued the mail (W3C Trace Context); null unless traces are sent. For operators: no rule reads it.';
