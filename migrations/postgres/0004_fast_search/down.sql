ALTER INDEX documents_search RESET (gin_pending_list_limit);
